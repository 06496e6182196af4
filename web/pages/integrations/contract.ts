/** A flow receives this for each message of a customer. */
export const envelope = `{
  "event": "message",
  "ticket": { "id": 42, "uuid": "8a1f…", "status": "pending", "queueId": 2 },
  "contact": { "id": 7, "name": "Bia Souza", "number": "5511988880001" },
  "message": { "id": 981, "body": "Oi, vocês abrem domingo?", "mediaType": "chat", "fromMe": false },
  "connection": { "id": 1, "name": "Balcão da padaria" },
  "company": { "id": 1, "name": "Padaria Pão Quente" },
  "raw": null
}`;

/** How a receiver verifies that a request is ours. */
export const verify = `// Node.js: body is the text as it came, before JSON.parse
const { createHmac, timingSafeEqual } = require("node:crypto");

function isFromBalcao(headers, body, secret) {
  const sent = headers["x-balcao-timestamp"];
  const sign = createHmac("sha256", secret).update(\`\${sent}.\${body}\`);
  const ours = Buffer.from("sha256=" + sign.digest("hex"));
  const theirs = Buffer.from(headers["x-balcao-signature"] ?? "");
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
}`;

/** A flow's answer; every field is optional. */
export const answers = `{
  "message": "Abrimos domingo das 7 h às 13 h.",
  "messages": ["Segue a foto:", { "text": "Nossa vitrine", "mediaUrl": "https://exemplo.com.br/vitrine.jpg" }],
  "wait": 1500,
  "queueId": 2,
  "userId": 5,
  "note": "Perguntou do domingo",
  "stopBot": true
}`;
