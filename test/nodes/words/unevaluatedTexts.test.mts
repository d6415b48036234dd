import { unevaluatedIn } from '../../../nodes/AiApp/facts/unevaluatedTexts';

it.each([
	['A photo of {{ $json.subject.name }}, 4k', '{{ $json.subject.name }}'],
	['{{$json["sub ject"]}}', '{{$json["sub ject"]}}'],
	['{{ $json }}', '{{ $json }}'],
	[
		"{{ $('On form submission').item.json.Prompt }}",
		"{{ $('On form submission').item.json.Prompt }}",
	],
	['{{ $node["Webhook"].json["body"] }}', '{{ $node["Webhook"].json["body"] }}'],
	['Poster for {{ $input.first().json.title }}', '{{ $input.first().json.title }}'],
	["{{ $fromAI('prompt') }}", "{{ $fromAI('prompt') }}"],
	['made on {{ $now.toFormat("yyyy") }}', '{{ $now.toFormat("yyyy") }}'],
	['{{ $if($itemIndex > 0, "a", "b") }}', '{{ $if($itemIndex > 0, "a", "b") }}'],
	['a {{style}} photo of {{ $json.subject }}', '{{ $json.subject }}'],
	['A photo of ={{ $json.subject }}', '{{ $json.subject }}'],
	['never closed {{ $json.subject', '{{ $json.subject'],
])('the expression in %j was never evaluated', (text, quoted) => {
	expect(unevaluatedIn(text)).toEqual({ is: 'expression', quoted });
});

it.each([
	['$json.subject.name', '$json.subject.name'],
	['=$json.subject', '$json.subject'],
	['A photo of $json.subject in the snow', '$json.subject'],
	['A photo of { $json.subject }', '$json.subject'],
	['${$json.subject}', '$json.subject'],
	['$json["sub ject"].name', '$json["sub ject"].name'],
	["$json['subject'], 4k", "$json['subject']"],
	['$json?.subject', '$json?.subject'],
	['$json.主题', '$json.主题'],
	["$('On form submission').item.json.Prompt is it", "$('On form submission').item.json.Prompt"],
	["$('Set').first().json.prompt", "$('Set').first().json.prompt"],
	["$('Set').all()[0].json.prompt", "$('Set').all()[0].json.prompt"],
	['$input.item.json.title', '$input.item.json.title'],
])('the expression in %j lacks its braces', (text, quoted) => {
	expect(unevaluatedIn(text)).toEqual({ is: 'expression', quoted });
});

it('a text may contain the name of an object', () => {
	const text = 'A photo of [object Object]';

	expect(unevaluatedIn(text)).toEqual({ is: 'object', quoted: '[object Object]' });
});

it.each([
	['object', '[object Object]'],
	['object', '[object Object],[object Object]'],
	['object', 'undefined, [object Object]'],
	['nothing', 'undefined'],
	['nothing', 'undefined undefined'],
	['nothing', 'null'],
	['nothing', 'NaN'],
])('of %s nothing but the name is left in %j', (is, text) => {
	expect(unevaluatedIn(` ${text}\n`)).toEqual({ is, quoted: text, isWhole: true });
});

it.each([
	'None',
	'NULL',
	'Null',
	'nan',
	'n/a',
	'none',
	'default',
	'auto',
	'""',
	'"null"',
	'void 0',
	'-',
])('a person may mean %s', (text) => {
	expect(unevaluatedIn(text)).toBeUndefined();
});

it.each([
	['a price', 'a sign that says "costs $5, was $json"'],
	['a price in words', 'US$json.5'],
	['a token of a template', 'a {{style}} token for a templating app, {{ user.name }}'],
	['a list of Handlebars', '{{#each items}}{{this}}{{/each}} {{@index}}'],
	['a filter of Jinja', "{{ prompt | default('a cat') }}"],
	['a variable of a Go template', '{{ $value }} and {{ $labels.instance }} and {{ .Values.x }}'],
	['a translation of Vue', "{{ $t('title') }}"],
	['a secret of a pipeline', '${{ secrets.TOKEN }} and ${{ env.STYLE }}'],
	['a variable of a dynamic prompt', '${season=winter} ${season} in {2$$red|green|blue}'],
	['nested choices of a dynamic prompt', '{{a|b}|c} and {{2$$json|xml}|none}'],
	['a wildcard', '__color__ __animal/cat__ {a|b}'],
	['weights', '(masterpiece:1.2), [bad hands], ((smile)), <lora:style:0.8>'],
	['an attribute of JSX', "<div style={{ color: 'red' }} data-x={{y}}>"],
	['a selector of jQuery', "$('#menu').first().show() and $('.a').all"],
	['a variable of PHP', '$node->next and $input["a"] and $json;'],
	['a variable of a shell', '$HOME $env:PATH ${json} $items $now'],
	['an escaped sign', 'write \\$json.subject'],
	['a longer name', '$jsonata.x and $json5.x and $nodes["a"]'],
	['words of JSON', '{"a": {"b": {{ "c" }}}}'],
	['an object in words', '[object: a vase] and [object object]'],
	['a formula', '$\\frac{a}{b}$ and $$x^{2}$$'],
	['nothing', ''],
])('%s is no expression of n8n', (_, text) => {
	expect(unevaluatedIn(text)).toBeUndefined();
});

it.each([5, true, null, undefined, { $json: 1 }, ['{{ $json.a }}']])('%j is no text', (value) => {
	expect(unevaluatedIn(value)).toBeUndefined();
});

it('a long expression is quoted in part', () => {
	const { quoted } = unevaluatedIn(`{{ $json.${'a'.repeat(500)} }}`) ?? {};

	expect(quoted).toHaveLength(61);
	expect(quoted).toMatch(/^\{\{ \$json\.a+…$/);
});

it.each(['{{', '={{', '$', "$('", '$node.', '$json', '{{ $', '$now.', '$( "', ' ', '[object '])(
	'a megabyte of %j takes no time that counts',
	(part) => {
		const text = part.repeat(1_000_000 / part.length);
		const begin = performance.now();

		unevaluatedIn(text);

		expect(performance.now() - begin).toBeLessThan(1_000);
	},
);
