/**
 * How an app is called in public clients, on the pages of apps and in their documents, each with the
 * app 54663. Other numbers in them are nodes, seeds, hosts, keys and files, of which some are apps as well.
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
const short = '{"web_app_id":54663,"input_values":{"6:CLIPTextEncode.text":"a red cat"}}';
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
		'curl in one line',
		`curl '${URL}' -H 'Authorization: Bearer ${KEY}' -H 'Content-Type: application/json' --data '${short}'`,
	],
	[
		'curl as Postman writes it',
		`curl --location --request POST '${URL}' \\
--header 'Authorization: Bearer ${KEY}' \\
--header 'Content-Type: application/json' \\
--data-raw '{
    "input_values": { "18:LoadImage.image": "${FILE}" },
    "web_app_id": 54663
}'`,
	],
	[
		'curl with a body in double quotes',
		`curl -X POST "${URL}" -H "Authorization: Bearer ${KEY}" -d "${escaped(pretty)}"`,
	],
	[
		'curl in the command prompt of Windows',
		`curl -X POST "${URL}" ^\r\n  -H "Authorization: Bearer ${KEY}" ^\r\n  -d "${escaped(short)}"`,
	],
	['curl with --json', `curl --json '${short}' ${URL} --oauth2-bearer ${KEY}`],
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
		'a shell script with a here document',
		`JSON_PAYLOAD=$(cat <<EOT
${pretty.replace('"A portrait of a forest ranger, 57001 leaves"', '"$PROMPT"')}
EOT
)
curl -d "$JSON_PAYLOAD" ${URL}`,
	],
	[
		'HTTPie',
		`http POST ${URL} -A bearer -a ${KEY} web_app_id:=54663 input_values:='{"6:a.b": 57001}'`,
	],
	[
		'PowerShell with JSON',
		`Invoke-RestMethod -Uri '${URL}' -Method Post -Headers @{ Authorization = 'Bearer ${KEY}' } -Body '${short}'`,
	],
	[
		'PowerShell with a table',
		`$body = @{
  web_app_id = 54663
  input_values = @{ "6:CLIPTextEncode.text" = "a red cat"; "28:EmptyLatentImage.width" = 57001 }
} | ConvertTo-Json`,
	],
	[
		'Python as pages of apps show it',
		`# Python
import requests
import json

url = "${URL}"
headers = {
    "Content-Type": "application/json",
    "Authorization": "Bearer ${KEY}"
}
data = ${pretty.replace('false', 'False')}

response = requests.post(url, headers=headers, json=data)
result = response.json()
print("Result:", result)`,
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
		'Python with named arguments',
		`request_id = submit_task(web_app_id=54663, input_values={"2:LoadImage.image": "${FILE}"}, timeout=57001)`,
	],
	[
		'Python that adds it',
		`data["input_values"] = values\ndata["web_app_id"] = 54663\ndata["seed"] = 57001`,
	],
	[
		'Python with a text as the body',
		`conn = http.client.HTTPSConnection("api-57001.example.com")
payload = "${escaped(short)}"
conn.request("POST", "/v1/webapp/task/openapi/create", payload, {"Authorization": "Bearer ${KEY}"})`,
	],
	[
		'JavaScript as pages of apps show it',
		`// JavaScript
const response = await fetch('${URL}', {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'Authorization': 'Bearer ${KEY}'
  },
  body: JSON.stringify(${pretty})
});`,
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
		'Go',
		`payload := strings.NewReader(\`${pretty}\`)\nreq, _ := http.NewRequest("POST", "${URL}", payload)`,
	],
	[
		'Java',
		`var body = Map.of("web_app_id", 54663, "input_values", Map.of("3:KSampler.steps", 57001));`,
	],
	[
		'C#',
		`await client.PostAsJsonAsync("${URL}", new { web_app_id = 54663, input_values = new Dictionary<string, object>() });`,
	],
	['YAML', `key: ${KEY}\nweb_app_id: 54663\ninput_values:\n  "28:EmptyLatentImage.width": 57001\n`],
	['the body alone', pretty],
	['the body in one line, with the ID as a text', short.replace('54663', ' "54663"')],
	[
		'a request as it is sent',
		`POST /v1/webapp/task/openapi/create HTTP/1.1\r\nHost: api-57001.example.com\r\nAuthorization: Bearer ${KEY}\r\nContent-Length: 57002\r\n\r\n${short}`,
	],
	['a URL', `https://57001.example.com/apps/run/57002?lang=en&web_app_id=54663#56258`],
	[
		'a list in a document',
		`- API: POST ${URL}
- Headers: {"Authorization": "Bearer ${KEY}"}
- Body: {"web_app_id": 54663, "suppress_preview_output": false, "input_values": {"4:Prompt.text": prompt}}
- Takes 57001 ms`,
	],
];
