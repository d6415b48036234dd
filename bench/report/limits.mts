/** What the figures do not show by themselves. */
export const LIMITS: ReadonlyArray<{ readonly about: string; readonly says: string }> = [
	{
		about: '1 GB, set-up',
		says: 'Upload is File: Upload with a file that is already in the binary store. Download is Task: Get Outputs into the store. Credentials and records come from the emulator. The bytes are exchanged with a plain HTTP server, because the emulator hashes and stores everything and would be the limit. Times of nodes are those that n8n records. undici runs in a Node.js of the same version without its start, and streams from and to a file in the same folder. curl reports its own time. Each run of a node is followed by one of undici and one of curl.',
	},
	{
		about: '1 GB, memory',
		says: 'VmHWM of the n8n process, reset after a transfer of 10 MB, minus VmRSS before. The growth is buffers that wait for the next garbage collection. No part of the file is kept. The HTTP Request node may follow redirects when it uploads, so it keeps the whole body in order to send it again.',
	},
	{
		about: '1 GB, throughput',
		says: "Both nodes are limited by the process they run in. Each piece of a file is a new buffer. V8 starts a full collection for every few dozen MB of them, and each one marks n8n's 200 MB of objects. In a CPU profile of n8n, this is some 30 % of the time of a transfer. Most of the rest is reads, socket writes and waiting for the disk. In a Node.js process with little else in its heap, the same upload code is as fast as undici or faster, and the same download code is almost as fast. The profile suggests that the collections are the cause in n8n, but doesn't prove it. Larger pieces take less processor time: uploads read 512 KB at a time. In six runs with pieces of 256 KB to 1 MB, the growth of memory was between 15 and 87 MB. It didn't follow the size of the pieces: it is what the next garbage collection has not freed yet. Pieces of a download are those of the socket, and joining them gained nothing.",
	},
	{
		about: '100 items',
		says: 'Time of the node, by n8n. In addition to the ideal, there are ten times in a row: one create, the time between the end of a task and the status check that finds it, and one request for its outputs.',
	},
	{
		about: 'Many executions',
		says: 'A webhook starts the executions within a second, and each answers when it ends: the times are those of the caller. The peer is a second n8n with a copy of the built package in which each execution has a rate limiter of its own; nothing else differs. Beyond the ideal, a place is empty from the end of a task until the status check that finds it, and while the next create is under way.',
	},
	{
		about: 'Stop',
		says: "From the call of n8n's stop route to the moment that the service records for the cancel or interrupt.",
	},
	{
		about: 'Lag',
		says: "Twenty tasks, each in its own execution, with durations spread evenly over half to one and a half times the mean. They run one after another, those of a minute at the same time. The node's return is start plus duration by n8n, and the end of the task is by the emulator's clock. The peer is the workflow of common templates (bench/peers): HTTP Request, Wait of 5 s, If. The ideal is a loop with undici that knows when each task finishes and checks once. Nothing is known about such a task in advance, so a schedule trades lag for calls, and lag times calls is at least half the duration: [pollInterval.ts](../../client/tasks/pollInterval.ts). `test/nodes/lag.test.mts` checks the schedule alone, on virtual time.",
	},
	{
		about: 'Lag of a batch',
		says: 'Fifty tasks of one app in one node, five at a time. The first ones show the node how long the others are likely to take ([decision](decisions/007-known-durations.md)). A task counts as detected when its outputs are requested.',
	},
	{
		about: 'Overhead',
		says: 'Tasks are finished at the first status check, so the rest is the time of the node and n8n. Our node and the peer run in turn. The peer sends all its requests at once and waits its 5 s a single time. Before profiling it was 18 items per second: each task was checked after a second although similar tasks had finished at once. n8n spent most of its processor time on our credential, which it reads for each call: the regular expression of a notice (1.3 ms), the expression of the Authorization header (1.2 ms), query and decryption (1 ms). Now the first status check comes after 0.1 s, the credential has neither, and is read once a second ([decision](decisions/013-credential-kept-for-a-second.md)).',
	},
	{
		about: 'Workers',
		says: "Only our node, without a goal: a task that is polled occupies one of a worker's slots, so 100 tasks of 2 s in five slots take 40 s at best. The rest is n8n's start of an execution with Redis and PostgreSQL, all on the same two processors.",
	},
	{
		about: 'Load and size',
		says: "Loading is the time of n8n's own loader for this package in a fresh process, after it has loaded another one (n8n loads its own nodes first), with n8n-workflow already loaded. It reads and compiles one file of 189 KB, most of it the texts of panels and messages. Without white space the file would have 155 KB and keep the package below 200, but it loads no faster and isn't readable ([decision](decisions/011-one-file.md)).",
	},
	{
		about: 'Lag with callbacks',
		says: 'The same tasks, in a workflow with a next node that does nothing. The lag is until that node starts. Every call of the service counts, including those that read the app and the outputs. Most of the lag is the time that n8n needs to load and resume a stored execution.',
	},
	{
		about: 'Paused executions',
		says: 'First n8n alone: executions that are paused at its own Wait node and are called at once, ten at a time. Then 500 executions of two items are paused at half of that rate of calls, and their tasks finish at the same rate. Memory is VmRSS after three forced garbage collections.',
	},
	{
		about: 'Storms of callbacks',
		says: "One n8n process with SQLite processes some twelve calls of any webhook per second here, including its own Webhook node, so fifty at once take four seconds. Outside of executions it creates an expression runtime (an isolate) for each read of a credential, a tenth of a second of processor time. The trigger reads the credential once for each call, and two calls of the service follow for the first callback of a task. At most five callbacks are processed at the same time, the newest first. Callbacks that can't be processed within 7 s get 503, and the service calls again. Before, fifty first callbacks at once delayed each other so much that none was processed in time.",
	},
];
