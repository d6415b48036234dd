/** What the figures do not show by themselves. */
export const LIMITS: ReadonlyArray<{ readonly about: string; readonly says: string }> = [
	{
		about: '1 GB, set-up',
		says: 'Upload is the step File: Upload over a file that is in the binary store already; download is Task: Get Outputs into the store. Credentials and records come from the emulator, the bytes go to and come from a plain HTTP server, because the emulator hashes and stores what it takes in and would set the pace. Times of nodes are those that n8n notes; undici runs in a Node.js of the same version without its start, and streams from and to a file in the same folder; curl tells its own time. Each run of a node is followed by one of undici and one of curl.',
	},
	{
		about: '1 GB, memory',
		says: 'VmHWM of the n8n process, set back after a transfer of 10 MB, minus VmRSS before. What grows is buffers that wait for the next garbage collection; no part of the file is kept. The HTTP Request node may follow redirects when it uploads, so it keeps the whole body in order to send it again.',
	},
	{
		about: '1 GB, throughput',
		says: 'Both nodes are limited by the process they run in. Each piece of a file is a new buffer, V8 starts a full collection for every few dozen MB of them, and each one marks the 200 MB of objects that n8n consists of: some 30 % of the time of a transfer in a CPU profile of n8n, most of the rest being reads, socket writes and the wait for the disk. Measured in a Node.js with little else in its heap, the same upload code reaches or passes undici and the same download code comes close to it; that the collections are the cause in n8n is read from the profile, not proved. Pieces of 256 KB instead of 64 KB took less processor time there; larger ones take more memory. Pieces of a download are those of the socket, and joining them gained nothing.',
	},
	{
		about: '100 items',
		says: 'Time of the node, by n8n. Beyond the ideal stand, ten times in a row, one create, the pause between the end of a task and the look that finds it, and one request for its outputs.',
	},
	{
		about: 'Stop',
		says: "From the call of n8n's stop route to the moment that the service notes for the cancel or interrupt.",
	},
	{
		about: 'Lag',
		says: "Twenty tasks, each in an execution of its own, durations spread evenly over half to one and a half times the mean; one after another, those of a minute side by side. The node's return is start plus duration by n8n, the end of the task is by the emulator's clock. The peer is the workflow that templates bring (bench/peers): HTTP Request, Wait of 5 s, If. The ideal is a loop over undici that knows when each task will end and looks once. Nothing is known of such a task beforehand, so that a schedule trades lag for calls, and any that knows nothing pays lag times calls of half the duration: [schedule.ts](../../client/tasks/pollInterval.ts). `test/nodes/lag.test.mts` holds the schedule alone to its figures, on virtual time.",
	},
	{
		about: 'Lag of a batch',
		says: 'Fifty tasks of one app in one node, five at a time. The first tell the node how long the others are likely to take ([decision](decisions/007-known-durations.md)). A task is seen when its outputs are asked for.',
	},
	{
		about: 'Overhead',
		says: 'Tasks have ended when they are first looked at, so that what is left is the node and n8n. Our node and the peer run in turn; the peer sends all its requests at once and waits its 5 s a single time. Before the profile, 18 items a second: each task was looked at after a second although its like had ended at once, and n8n spent most of its processor time on our credential, which it reads for each call: the regular expression of a notice (1.3 ms), the expression of the Authorization header (1.2 ms), query and decryption (1 ms). The first look comes after 0.1 s now, the credential has neither, and is read once a second ([decision](decisions/013-credential-kept-for-a-second.md)).',
	},
	{
		about: 'Workers',
		says: "Ours alone, reported: a task that is waited for by looking holds one of a worker's places, so 100 tasks of 2 s in five places take 40 s at best. What is above that is n8n's start of an execution over Redis and PostgreSQL, all on the same two processors.",
	},
	{
		about: 'Load and size',
		says: "Loading is the time of n8n's own loader for this package in a fresh process, after it has loaded another one (n8n loads its own nodes first), n8n-workflow being there. It is the reading and compiling of one file of 189 KB, most of it the texts of panels and messages. The file without white space would have 155 KB and keep the package below 200, but it loads no faster and nobody could read it ([decision](decisions/011-one-file.md)).",
	},
	{
		about: 'Lag with callbacks',
		says: 'The same tasks, in a workflow that goes on to a node that does nothing; the lag is until that node starts. Every call of the service counts, with those that read the app and the outputs. Of the lag, most is what n8n takes to load, wake and go on with a stored execution.',
	},
	{
		about: 'Sleeping executions',
		says: 'First n8n alone: executions that sleep at its own Wait node and are called at once, ten at a time. Then 500 executions of two items are put to sleep at half of that rate of calls; their tasks end in the same spread. Memory is VmRSS after three forced garbage collections.',
	},
	{
		about: 'Storms of callbacks',
		says: 'One n8n process with SQLite takes some twelve calls of any webhook a second here, its own Webhook node included, so that fifty at once take it four seconds. Outside of executions it makes an expression runtime (an isolate) for each look into a credential, a tenth of a second of processor time; the trigger reads the credential once for each call, and two calls of the service follow for the first callback of a task. At most five callbacks are looked into at once, the newest first; what cannot be looked into within 7 s is answered 503, which the service answers by calling again. Before, fifty first callbacks at once took so much from each other that none was done in time.',
	},
];
