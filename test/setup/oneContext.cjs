const { AsyncLocalStorage } = require('node:async_hooks');
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

/** Compiled modules, by file name: the next file of tests runs the same code again. */
const compiled = new Map();

const { compileFunction } = vm;
vm.compileFunction = (code, names, { parsingContext, ...options } = {}) => {
	if (parsingContext !== ownContext)
		return compileFunction(code, names, { ...options, parsingContext });
	const known = compiled.get(options.filename);
	if (known?.code === code) return known.module;
	const module = compileFunction(code, names, options);
	compiled.set(options.filename, { code, module });
	return module;
};

/** Where jest keeps a file's tests and their listeners: those of the next file would be added. */
const OF_JEST = new Set(['EVENT_HANDLERS', 'JEST_STATE_SYMBOL', 'TEST_TIMEOUT_SYMBOL']);

/** The storage that jest turns on for each file: on Node 20, every promise after it is slower. */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
	storages.add(this);
	return run.apply(this, args);
};

/** The latest mutant of Stryker's that a test of this process has found. */
let killed;

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

	/**
	 * Stryker runs all tests of a mutant, because jest can't bail when code calls it. One that fails is
	 * enough: the others are skipped.
	 */
	handleTestEvent({ name, test }) {
		const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
		if (mutant === undefined) return;
		if (name === 'test_start' && mutant === killed) test.mode = 'skip';
		if (name === 'test_done' && test.errors.length > 0) killed = mutant;
	}

	/** All that a file leaves is shared with the files after it. */
	async teardown() {
		this.moduleMocker.restoreAllMocks();
		for (const storage of storages) storage.disable();
		storages.clear();
		for (const key of Object.getOwnPropertySymbols(globalThis))
			if (OF_JEST.has(key.description)) delete globalThis[key];
		await super.teardown();
	}
};
