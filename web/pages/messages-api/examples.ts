/** The languages in which the examples are written. */
export const languages = ["curl", "javascript", "php", "python"] as const;
export type ExampleLanguage = (typeof languages)[number];

export const languageNames: Record<ExampleLanguage, string> = {
  curl: "curl",
  javascript: "JavaScript",
  php: "PHP",
  python: "Python",
};

export type ExampleKind = "text" | "media" | "state";

const number = "5511999999999";
const key = "pedido-1042";

/** One request as a program writes it, with this box's address. */
export function example(
  language: ExampleLanguage,
  kind: ExampleKind,
  { address, token, text }: { address: string; token: string; text: string },
): string {
  const url = `${address}/api/messages/${kind === "state" ? "1042" : "send"}`;
  return writers[language][kind]({ url, token, text: JSON.stringify(text) });
}

type Writer = (what: { url: string; token: string; text: string }) => string;

const writers: Record<ExampleLanguage, Record<ExampleKind, Writer>> = {
  curl: {
    text: ({ url, token, text }) => `curl -X POST ${url} \\
  -H "Authorization: Bearer ${token}" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: ${key}" \\
  -d '{"number": "${number}", "body": ${text}}'`,
    media: ({ url, token, text }) => `curl -X POST ${url} \\
  -H "Authorization: Bearer ${token}" \\
  -H "Idempotency-Key: ${key}" \\
  -F number=${number} \\
  -F body=${text} \\
  -F medias=@foto.jpg`,
    state: ({ url, token }) => `curl ${url} \\
  -H "Authorization: Bearer ${token}"`,
  },
  javascript: {
    text: ({ url, token, text }) => `const answer = await fetch("${url}", {
  method: "POST",
  headers: {
    Authorization: "Bearer ${token}",
    "Content-Type": "application/json",
    "Idempotency-Key": "${key}",
  },
  body: JSON.stringify({ number: "${number}", body: ${text} }),
});
console.log(await answer.json());`,
    media: ({ url, token, text }) => `const form = new FormData();
form.set("number", "${number}");
form.set("body", ${text});
form.set("medias", file);

const answer = await fetch("${url}", {
  method: "POST",
  headers: { Authorization: "Bearer ${token}", "Idempotency-Key": "${key}" },
  body: form,
});
console.log(await answer.json());`,
    state: ({ url, token }) => `const answer = await fetch("${url}", {
  headers: { Authorization: "Bearer ${token}" },
});
console.log(await answer.json());`,
  },
  php: {
    text: ({ url, token, text }) => `$request = curl_init("${url}");
curl_setopt_array($request, [
  CURLOPT_POST => true,
  CURLOPT_RETURNTRANSFER => true,
  CURLOPT_HTTPHEADER => [
    "Authorization: Bearer ${token}",
    "Content-Type: application/json",
    "Idempotency-Key: ${key}",
  ],
  CURLOPT_POSTFIELDS => json_encode(["number" => "${number}", "body" => ${text}]),
]);
$answer = json_decode(curl_exec($request), true);`,
    media: ({ url, token, text }) => `$request = curl_init("${url}");
curl_setopt_array($request, [
  CURLOPT_POST => true,
  CURLOPT_RETURNTRANSFER => true,
  CURLOPT_HTTPHEADER => ["Authorization: Bearer ${token}", "Idempotency-Key: ${key}"],
  CURLOPT_POSTFIELDS => [
    "number" => "${number}",
    "body" => ${text},
    "medias" => new CURLFile("foto.jpg"),
  ],
]);
$answer = json_decode(curl_exec($request), true);`,
    state: ({ url, token }) => `$request = curl_init("${url}");
curl_setopt_array($request, [
  CURLOPT_RETURNTRANSFER => true,
  CURLOPT_HTTPHEADER => ["Authorization: Bearer ${token}"],
]);
$answer = json_decode(curl_exec($request), true);`,
  },
  python: {
    text: ({ url, token, text }) => `import requests

answer = requests.post(
    "${url}",
    headers={"Authorization": "Bearer ${token}", "Idempotency-Key": "${key}"},
    json={"number": "${number}", "body": ${text}},
)
print(answer.json())`,
    media: ({ url, token, text }) => `import requests

answer = requests.post(
    "${url}",
    headers={"Authorization": "Bearer ${token}", "Idempotency-Key": "${key}"},
    data={"number": "${number}", "body": ${text}},
    files={"medias": open("foto.jpg", "rb")},
)
print(answer.json())`,
    state: ({ url, token }) => `import requests

answer = requests.get(
    "${url}",
    headers={"Authorization": "Bearer ${token}"},
)
print(answer.json())`,
  },
};
