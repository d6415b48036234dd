import type { INodeParameterResourceLocator, INodeParameters } from 'n8n-workflow';
import { chosenForm } from './editor.mts';
import { useService } from './service.mts';

const service = useService();

/** The form as the editor gets it for an app, or in place of the one that it has. */
function formOf(appId: string | undefined, inputs?: INodeParameters) {
	const locator = { __rl: true, mode: 'id', ...(appId !== undefined && { value: appId }) };
	return chosenForm(service.credential, locator as INodeParameterResourceLocator, inputs);
}

const serviceIsDown = () =>
	service.emulator.addFault({ on: 'detail', effect: { type: 'html', status: 503 } });

it('a message replaces the form of an app that does not exist', async () => {
	const { fields, emptyFieldsNotice } = await formOf('99999999');

	expect(fields).toEqual([]);
	expect(emptyFieldsNotice).toMatch(/App 99999999 was not found.*Check the app ID/);
});

it('a message with what to do replaces a form that cannot be loaded', async () => {
	serviceIsDown();

	const { fields, emptyFieldsNotice } = await formOf('54663');

	expect(fields).toEqual([]);
	expect(emptyFieldsNotice).toMatch(
		/HTTP 503.*Try again later\. To reload the inputs, reopen this panel\./,
	);
});

it("a loaded form is kept when it can't be loaded again", async () => {
	serviceIsDown();
	const inputs = { mappingMode: 'defineBelow', value: {}, schema: [{ id: 'a' }] };

	await expect(formOf('54663', inputs)).rejects.toThrow('HTTP 503');
});

it('a message says if the expression has no app yet', async () => {
	const { fields, emptyFieldsNotice } = await formOf(undefined);

	expect(fields).toEqual([]);
	expect(emptyFieldsNotice).toBe('No app is set yet.');
});

it('a message in place of a form is escaped, because the editor renders HTML', async () => {
	const { emptyFieldsNotice } = await formOf('<b>54663</b>');

	expect(emptyFieldsNotice).toContain(`"‹b›54663‹/b›" isn't an app ID`);
});
