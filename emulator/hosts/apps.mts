import type { FastifyInstance } from 'fastify';
import type { AppInput, SampleApp } from '../apps/app.mts';
import { findApp } from '../apps/catalogue.mts';
import { APP_NOT_FOUND } from '../errors/errorCodes.mts';
import { envelope, keyError, openRoute, sendError } from './answers.mts';
import type { Service } from '../service/service.mts';
import { serviceOf } from '../service/serviceOf.mts';

type DetailRoute = { Params: { webAppId: string } };

/** App detail (spec: get app information); without the owner's key a private app is not found. */
export function appRoutes(app: FastifyInstance): void {
	const route = openRoute('detail');
	app.get<DetailRoute>('/v1/webapp/:webAppId/detail', route, async (request, reply) => {
		const service = serviceOf(request);
		const found = findApp(Number(request.params.webAppId), service.quirks);
		const visible = found && !(found.isPrivate && keyError(request));
		if (!visible) return sendError(reply, APP_NOT_FOUND);
		return envelope(appRecord(found, service));
	});
}

/** The `data` of an app detail (spec: app record). Defaults that are files become URLs. */
function appRecord(app: SampleApp, { addresses, quirks }: Service): object {
	const { storage: storageUrl } = addresses;
	return {
		id: app.id,
		name: app.name,
		user_id: 'u_sample_author',
		nick_name: 'Sample Author',
		user_avatar: `${storageUrl}/samples/portrait.png`,
		...(!quirks.sparseRecords && { user_description: 'Paints by the sea.' }),
		base_model: 'Other',
		description: app.description,
		...(quirks.extraFields && { public: !app.isPrivate }),
		original_user_id: 'u_sample_author',
		created_at: '2026-01-05T08:00:00Z',
		cover_urls: [`${storageUrl}/samples/landscape.png`],
		counter: { used_count: 2, liked_count: 1 },
		input_nodes: app.inputs.map((input, index) => inputNode(input, app.id, index, storageUrl)),
		source: 'others',
		ref_bizy_model_id: 0,
	};
}

function inputNode(input: AppInput, appId: number, index: number, storageUrl: string): object {
	const { value } = input;
	const isFile = typeof value === 'string' && value.startsWith('/');
	return {
		id: appId * 100 + index,
		node_id: input.nodeId,
		node_name: input.nodeType,
		node_type: input.nodeType,
		field_name: input.fieldName,
		field_type: input.fieldType,
		field_options: input.options,
		field_label: input.label,
		field_value: isFile ? `${storageUrl}${value}` : value,
		variable_name: input.key,
		...(input.sort !== undefined && { sort: input.sort }),
	};
}
