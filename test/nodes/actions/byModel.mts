/** What n8n's editor stores when a user lets the model define a parameter. */
export function byModel(name: string): string {
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${name}', \`\`, 'string') }}`;
}
