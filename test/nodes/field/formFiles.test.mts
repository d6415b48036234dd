import type { Parameters } from '../instance.mts';
import { photo } from '../photo.mts';
import { runForm, useService } from '../service.mts';
import { INPUT, OFFERED_APP, offerApp, sentValues } from './offeredApp.mts';

const service = useService();

it("a file of n8n's form sets the input of its label, and its JSON counts as used", async () => {
	offerApp(
		service,
		{ field_type: 'image', field_label: 'Style Picture' },
		{ field_type: 'image', field_label: 'My-Face', variable_name: 'a' },
		{ field_type: 'image', field_label: 'My Face', variable_name: 'b' },
	);
	const [a, b] = ['a', 'b'].map((n) => `${service.emulator.storageUrl}/samples/portrait.png?${n}`);
	const described = { filename: 'me.png', mimetype: 'image/png', size: 70 };
	const json = {
		...{ 'Style Picture': described, 'My-Face': a, 'My Face': b },
		...{ submittedAt: '2026-01-01T00:00:00.000Z', formMode: 'production' },
	};
	const inputs = { mappingMode: 'autoMapInputData', value: null } as unknown as Parameters;
	const parameters = runForm({}, { inputs }, OFFERED_APP);
	const binary = { Style_Picture: await photo(service), My_Face: await photo(service) };

	const { error, hints } = await service.run({ parameters, items: [{ json, binary }] });

	expect(error).toBeUndefined();
	// Two labels would give a file the last name, so it stands for neither.
	expect(sentValues(service)).toEqual({ [INPUT]: expect.stringMatching(/^http.*\.png$/), a, b });
	expect(hints.join()).not.toContain('no input');
});
