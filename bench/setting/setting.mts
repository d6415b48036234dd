import { saveCredential, type Credential } from '../../scripts/n8n/credentials.mts';
import { startByteServer } from './byteServer.mts';
import { withStage, type OwnStage } from './ownStage.mts';

/** A real n8n, the emulator, and a server of plain bytes. */
export type Setting = OwnStage & {
	readonly bytesUrl: string;
	/** Its files are at the server of plain bytes. */
	readonly bytesCredential: Credential;
};

export async function withSetting<Result>(
	use: (setting: Setting) => Promise<Result>,
): Promise<Result> {
	const bytesUrl = await startByteServer();
	return withStage({}, async (stage) => {
		const { data, type } = stage.credentialDraft;
		const draft = { name: 'Plain bytes', type, data: { ...data, storageUrl: bytesUrl } };
		const bytesCredential = await saveCredential(stage.rest, draft);
		return use({ ...stage, bytesUrl, bytesCredential });
	});
}
