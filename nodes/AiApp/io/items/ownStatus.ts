/** The statuses that this node adds to those of the service, in the same casing. */
export const OWN_STATUS = {
	/** No task was created for the item: `Failed` is what the service says of one that ran. */
	notCreated: 'NotCreated',
	/** The execution was paused for the max wait time. */
	timedOut: 'TimedOut',
	/** There may be a task: `Failed` would invite a workflow to create another one. */
	unconfirmed: 'Unconfirmed',
	/** The execution is paused until the task finishes. */
	waiting: 'Waiting',
} as const;
