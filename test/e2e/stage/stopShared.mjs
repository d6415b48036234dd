export default function stopSharedServers() {
	return globalThis.sharedServers.stopShared();
}
