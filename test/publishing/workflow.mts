import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export type Step = {
	readonly name?: string;
	readonly run?: string;
	readonly uses?: string;
	readonly with?: Readonly<Record<string, unknown>>;
};

export type Job = {
	readonly needs?: string;
	readonly environment?: string;
	readonly permissions?: Readonly<Record<string, string>>;
	readonly outputs?: Readonly<Record<string, string>>;
	readonly env?: Readonly<Record<string, string>>;
	readonly steps: readonly Step[];
};

export type Workflow = {
	readonly on: { readonly push?: { readonly tags?: readonly string[] } };
	readonly permissions: Readonly<Record<string, string>>;
	readonly jobs: Readonly<Record<string, Job>>;
};

/** A workflow of this repository. */
export function readWorkflow(name: string): Workflow {
	return parse(readFileSync(`.github/workflows/${name}`, 'utf8')) as Workflow;
}

export function jobOf({ jobs }: Workflow, name: string): Job {
	const job = jobs[name];
	if (job === undefined) throw new Error(`There is no job ${name}.`);
	return job;
}

export function commandsOf({ steps }: Job): readonly string[] {
	return steps.flatMap(({ run }) => run ?? []);
}

/**
 * Runs the command of the step that contains a text, as a runner does.
 * @returns whether the step passes
 */
export function passes(job: Job, part: string, cwd: string, env: NodeJS.ProcessEnv = {}): boolean {
	const command = commandsOf(job).find((each) => each.includes(part));
	if (command === undefined) throw new Error(`No step runs ${part}.`);
	const settings = { cwd, env: { ...process.env, ...env } };
	return spawnSync('bash', ['-e', '-c', command], settings).status === 0;
}
