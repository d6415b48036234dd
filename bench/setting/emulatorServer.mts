/** node --import tsx bench/setting/emulatorServer.mts        prints its URLs, runs until it is killed */
import { startEmulator } from '../../emulator/index.mts';

const { apiUrl, metaUrl, storageUrl, controlUrl, apiKey, close } = await startEmulator();
process.stdout.write(`${JSON.stringify({ apiUrl, metaUrl, storageUrl, controlUrl, apiKey })}\n`);
process.once('SIGTERM', () => void close());
