/** The languages in which a call is written. */
export const languages = ["curl", "Node", "Python", "PHP"] as const;
export type Language = (typeof languages)[number];

type Call = { url: string; method: string; body?: object };

/** A call as a program writes it. `TOKEN` stands in the environment. */
export const callIn: Record<Language, (call: Call) => string> = {
  curl: ({ url, method, body }) =>
    [
      `curl ${method === "GET" ? "" : `-X ${method} `}${url}`,
      `  -H "Authorization: Bearer $TOKEN"`,
      ...(body
        ? [
            `  -H "Content-Type: application/json"`,
            `  -d '${indented(body, 2).replaceAll("'", "'\\''")}'`,
          ]
        : []),
    ].join(" \\\n"),
  Node: ({ url, method, body }) => `const answer = await fetch("${url}", {
  method: "${method}",
  headers: {
    Authorization: \`Bearer \${process.env.TOKEN}\`,${body ? '\n    "Content-Type": "application/json",' : ""}
  },${body ? `\n  body: JSON.stringify(${indented(body, 2)}),` : ""}
});
console.log(await answer.json());`,
  Python: ({ url, method, body }) => `import json, os, urllib.request

request = urllib.request.Request(
    "${url}",
    method="${method}",
    headers={"Authorization": "Bearer " + os.environ["TOKEN"], "Content-Type": "application/json"},${
      body ? `\n    data=json.dumps(${python(body)}).encode(),` : ""
    }
)
print(json.load(urllib.request.urlopen(request)))`,
  PHP: ({ url, method, body }) => `<?php
$request = curl_init("${url}");
curl_setopt_array($request, [
  CURLOPT_CUSTOMREQUEST => "${method}",
  CURLOPT_RETURNTRANSFER => true,
  CURLOPT_HTTPHEADER => [
    "Authorization: Bearer " . getenv("TOKEN"),
    "Content-Type: application/json",
  ],${body ? `\n  CURLOPT_POSTFIELDS => '${JSON.stringify(body).replaceAll("'", "\\'")}',` : ""}
]);
print_r(json_decode(curl_exec($request), true));`,
};

/** JSON over several lines, whose lines after the first are set in. */
const indented = (value: object, spaces: number) =>
  JSON.stringify(value, null, 2).replaceAll("\n", `\n${" ".repeat(spaces)}`);

const python = (value: object) =>
  indented(value, 4)
    .replace(/\btrue\b/g, "True")
    .replace(/\bfalse\b/g, "False")
    .replace(/\bnull\b/g, "None");
