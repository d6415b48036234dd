import { resources } from './resources';

/** Labels such as `Task: Get Outputs`, by resource and operation. */
const LABELS = Object.entries(resources).flatMap(([resource, { operations }]) =>
	Object.entries(operations).map(([operation, { option }]) => [
		`${resource}.${operation}`,
		`${resource.charAt(0).toUpperCase()}${resource.slice(1)}: ${option.name}`,
	]),
);

const LABEL = `${JSON.stringify(Object.fromEntries(LABELS))}[$parameter.resource + "." + $parameter.operation]`;

/**
 * The name of the chosen app without author and ID, or its ID, also taken from a URL. Empty for an
 * expression, which can't be resolved before the workflow has run, and for a row of the list that
 * isn't an app. n8n unwraps locators everywhere but in toJSON().
 */
const APP = `((app) =>
	String((app?.value && app.cachedResultName) ?? "").replace(/^\\d+ /, "").replace(/ by (?!.* by ).*$/, "") ||
	String(app?.value ?? "").replace(/^=[^]*/, "").replace(/^http.*\\/(\\d+)(?=[/?#]|$).*$/, "$1")
)($parameter.toJSON().appId)`;

/**
 * What stands under the node on the canvas: `Run: Text to Picture` for an app, `Task: Get Outputs`
 * for all else.
 */
export const subtitle = `={{ $parameter.resource === "app" && ${APP} ? ${LABEL}.slice(5) + ": " + ${APP} : ${LABEL} }}`;
