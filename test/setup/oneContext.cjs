const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

/**
 * Runs the test files of a process in the process's own context, so that they can share what
 * `loadedOnce.cjs` loads: n8n's engine takes longer to load than most files of tests to run.
 *
 * jest gives each file a context (node:vm) with an Error, an Array and a Date of its own. Objects of
 * a library that another context loaded fail `instanceof` there. jest has no setting for this, so
 * the contexts that it asks Node for are left out here.
 */
const ownContext = Object.freeze({});

const { compileFunction } = vm;
vm.compileFunction = (code, names, { parsingContext, ...options } = {}) =>
	compileFunction(
		code,
		names,
		parsingContext === ownContext ? options : { ...options, parsingContext },
	);

module.exports = class OneContext extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		// jest's own modules find the real clock and file system here, whatever a test replaces.
		for (const key of Object.getOwnPropertySymbols(this.global)) globalThis[key] = this.global[key];
		globalThis.requireOnce = require;
		this.global = globalThis;
		this.context = ownContext;
		this.moduleMocker = new this.moduleMocker.constructor(globalThis);
	}

	/** What a file has spied on is shared with the files after it. */
	async teardown() {
		this.moduleMocker.restoreAllMocks();
		await super.teardown();
	}
};
