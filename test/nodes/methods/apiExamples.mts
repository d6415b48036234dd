/**
 * The spellings of an app's ID in public clients, on the pages of apps and in their documents, each with
 * the app 54663. Other numbers in them are nodes, seeds, hosts, keys and files, of which some are apps as well.
 */
const URL = 'https://api-57001.example.com/v1/webapp/task/openapi/create';
const KEY = 'sk-56258abcdefgh57002';
const FILE = 'https://storage.example.com/inputs/20260311/57001.png';

const pretty = `{
  "web_app_id": 54663,
  "suppress_preview_output": false,
  "input_values": {
    "6:CLIPTextEncode.text": "A portrait of a forest ranger, 57001 leaves",
    "30:Seed (rgthree).seed": 354884000907176,
    "28:EmptyLatentImage.width": 1280
  }
}`;
const escaped = (json: string) => json.replaceAll('\\', '\\\\').replaceAll('"', '\\"');

export const API_EXAMPLES: ReadonlyArray<readonly [string, string]> = [
	[
		'curl in several lines',
		`# Shell, app of the collection 57002
curl -s -X POST "${URL}" \\
  -H "Content-Type: application/json" \\
  -H "Authorization: Bearer ${KEY}" \\
  -H "X-Service-Task-Async: enable" \\
  -d '${pretty}'
`,
	],
	[
		'curl with a body in double quotes',
		`curl -X POST "${URL}" -H "Authorization: Bearer ${KEY}" -d "${escaped(pretty)}"`,
	],
	[
		'a form field',
		`curl ${URL} -F 'web_app_id="54663"' -F 'input_values={"18:LoadImage.image":"${FILE}"}'`,
	],
	[
		'a shell script with the ID in a variable',
		`API_KEY=${KEY}
WEB_APP_ID=54663
SEED=57001
RESP=$(curl -s -X POST "${URL}" -H "Authorization: Bearer $API_KEY" -d "{
  \\"web_app_id\\": \${WEB_APP_ID},
  \\"input_values\\": { \\"30:Seed (rgthree).seed\\": $SEED }
}")`,
	],
	[
		'HTTPie',
		`http POST ${URL} -A bearer -a ${KEY} web_app_id:=54663 input_values:='{"6:a.b": 57001}'`,
	],
	[
		'PowerShell with a table',
		`$body = @{
  web_app_id = 54663
  input_values = @{ "6:CLIPTextEncode.text" = "a red cat"; "28:EmptyLatentImage.width" = 57001 }
} | ConvertTo-Json`,
	],
	[
		'Python with single quotes',
		`requests.post('${URL}', headers={'Authorization': 'Bearer ${KEY}'}, json={'input_values': {'6:CLIPTextEncode.text': 'app 57001'}, 'web_app_id': 54663})`,
	],
	[
		'Python with a comment behind the ID',
		`data = {
    "web_app_id": 54663,  # was 57001 before version 2
    "suppress_preview_output": True,
    "input_values": input_values
}`,
	],
	[
		'Python with the ID as a text',
		`async with httpx.AsyncClient(timeout=180.0) as client:
    response = await client.post("${URL}", json={"web_app_id": "54663", "input_values": {"18:LoadImage.image": "${FILE}"}})`,
	],
	[
		'Python that adds it',
		`data["input_values"] = values\ndata["web_app_id"] = 54663\ndata["seed"] = 57001`,
	],
	[
		'JavaScript with bare names',
		`const result = await request('${URL}', { body: JSON.stringify({
  web_app_id: 54663,
  suppress_preview_output: false,
  input_values: { '18:LoadImage.image': '${FILE}' },
}) });`,
	],
	[
		'JavaScript with axios',
		`axios.post("${URL}", {web_app_id:'54663',input_values:{"6:CLIPTextEncode.text":"57001"}}, {headers:{Authorization:"Bearer ${KEY}"}})`,
	],
	[
		'JavaScript with names in camel case',
		`const task = await submitWebappTask({ apiKey: '${KEY}', webAppId: 54663, inputValues: { '3:KSampler.steps': 57001 } });`,
	],
	[
		'JSON in JSON, as an HTTP Request node is copied',
		JSON.stringify({
			nodes: [
				{
					parameters: { url: URL, method: 'POST', specifyBody: 'json', jsonBody: `=${pretty}` },
					position: [57001, 57002],
				},
			],
		}),
	],
	[
		'PHP',
		`curl_setopt($ch, CURLOPT_POSTFIELDS, json_encode(['web_app_id' => 54663, 'input_values' => ['6:CLIPTextEncode.text' => 'a cat']]));`,
	],
	[
		'Java',
		`var body = Map.of("web_app_id", 54663, "input_values", Map.of("3:KSampler.steps", 57001));`,
	],
	['a URL', `https://57001.example.com/apps/run/57002?lang=en&web_app_id=54663#56258`],
];
