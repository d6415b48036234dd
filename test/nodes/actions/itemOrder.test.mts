import { FILES } from '../../sampleFiles.mts';
import { storedFile } from '../binaryStore.mts';
import { OFFERED_APP, offerApp } from '../field/offeredApp.mts';
import { runForm, useService } from '../service.mts';

const service = useService();

it('hints are in the order of the items, although the file of the first one is read last', async () => {
	const text = (name: string) => ({ variable_name: name, field_label: name, field_type: 'STRING' });
	offerApp(service, { variable_name: 'photo', field_type: 'IMAGE' }, text('title'), text('place'));
	const inItem = { data: FILES.jpeg.toString('base64'), mimeType: 'image/jpeg', fileName: 'b.jpg' };
	const stored = await storedFile(FILES.jpeg, 'a.jpg', 'image/jpeg');
	const values = { photo: 'data', title: '={{ $json.title }}', place: '={{ $json.place }}' };
	const parameters = runForm(values, { waitMode: 'none' }, OFFERED_APP);

	const { hints, error } = await service.run({
		parameters,
		items: [
			{ json: { title: '{{ $json.first }}', place: 'top' }, binary: { data: stored } },
			{ json: { title: 'a cat', place: '{{ $json.second }}' }, binary: { data: inItem } },
		],
	});

	expect(error).toBeUndefined();
	expect(hints.filter((hint) => hint.includes('as plain text'))).toEqual([
		expect.stringContaining('$json.first'),
		expect.stringContaining('$json.second'),
	]);
});
