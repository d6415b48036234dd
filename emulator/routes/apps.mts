import type { FastifyInstance } from 'fastify';
import { findApp } from '../apps/catalogue.mts';
import { APP_NOT_FOUND } from '../errors/serviceErrors.mts';
import { keyError, openRoute } from '../http/access.mts';
import { sendError } from '../http/sendError.mts';
import type { Service } from '../service/service.mts';
import { appRecord } from '../wire/app.mts';
import { envelope } from '../wire/envelope.mts';

type DetailRoute = { Params: { webAppId: string } };

/** App detail (spec: get app information); without the owner's key a private app is not found. */
export function appRoutes(app: FastifyInstance, service: Service): void {
	const route = openRoute('detail');
	app.get<DetailRoute>('/v1/webapp/:webAppId/detail', route, async (request, reply) => {
		const found = findApp(Number(request.params.webAppId), service.quirks);
		const visible = found && !(found.isPrivate && keyError(request, service));
		if (!visible) return sendError(reply, APP_NOT_FOUND, service.quirks.stringCodes);
		return envelope(appRecord(found, service));
	});
}
