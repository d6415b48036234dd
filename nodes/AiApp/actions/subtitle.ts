import { resources } from './resources';

/** `Task: Get Outputs` and the like, by the values that stand for it. */
const LABELS = Object.entries(resources).flatMap(([resource, { operations }]) =>
	Object.entries(operations).map(([operation, { option }]) => [
		`${resource}.${operation}`,
		`${resource.charAt(0).toUpperCase()}${resource.slice(1)}: ${option.name}`,
	]),
);

const LABEL = `${JSON.stringify(Object.fromEntries(LABELS))}[$parameter.resource + "." + $parameter.operation]`;

/**
 * The name of the chosen app without author and ID, else its ID, also from a URL. Nothing of
 * an expression, which could not be resolved before the workflow has run, nor of a row of the list
 * that is no app. n8n unwraps locators everywhere but in toJSON().
 */
const APP = `((app) =>
	String((app?.value && app.cachedResultName) ?? "").replace(/ \\(\\d+\\)$/, "").replace(/ by (?!.* by ).*$/, "") ||
	String(app?.value ?? "").replace(/^=[^]*/, "").replace(/^http.*\\/(\\d+)(?=[/?#]|$).*$/, "$1")
)($parameter.toJSON().appId)`;

/**
 * What stands under the node on the canvas: `Run: Text to Picture` for an app, `Task: Get Outputs`
 * for all else.
 */
export const subtitle = `={{ $parameter.resource === "app" && ${APP} ? ${LABEL}.slice(5) + ": " + ${APP} : ${LABEL} }}`;
