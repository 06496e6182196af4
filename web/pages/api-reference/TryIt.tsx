import { CircleCheck, Play } from "lucide-react";
import { useState } from "react";
import { api, ApiError } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import { useBusy } from "../../kit/use-busy.ts";
import { CodeBlock } from "../../parts/code/CodeBlock.tsx";
import type { Entry } from "./document.ts";

type Result = { status: number; ms: number; text: string };

/** Makes a call for real with a typed token, and shows its answer. */
export function TryIt({ entry, example }: { entry: Entry; example: object | undefined }) {
  const { t } = useTranslation();
  const { method, path } = entry;
  const hasBody = method !== "GET" && example !== undefined;
  const [token, setToken] = useState("");
  const [address, setAddress] = useState(`/api${path}`);
  const [body, setBody] = useState(JSON.stringify(example ?? {}, null, 2));
  const [result, setResult] = useState<Result | null>(null);
  const [isBusy, run] = useBusy();
  const send = () =>
    run(async () => {
      const start = performance.now();
      const { status, value } = await answerTo(token.trim(), method, address, hasBody ? body : "");
      const ms = Math.round(performance.now() - start);
      setResult({ status, ms, text: JSON.stringify(value, null, 2) });
    });
  return (
    <form
      className="card-quiet flex flex-col gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h3 className="font-semibold">
        {t("apiReference.try")}{" "}
        <span className="text-muted text-small font-normal">
          {method === "GET" ? "" : t("apiReference.forReal")}
        </span>
      </h3>
      <label className="flex flex-col gap-1">
        <span className="text-small font-medium">{t("apiReference.token")}</span>
        <input
          className="input w-full"
          value={token}
          autoComplete="off"
          required
          placeholder="bal_…"
          onChange={({ target }) => setToken(target.value)}
        />
      </label>
      <label className="flex flex-col gap-1">
        <span className="text-small font-medium">{t("apiReference.address")}</span>
        <input
          className="input w-full font-mono"
          value={address}
          required
          onChange={({ target }) => setAddress(target.value)}
        />
      </label>
      {hasBody && (
        <label className="flex flex-col gap-1">
          <span className="text-small font-medium">JSON</span>
          <textarea
            className="textarea text-small w-full font-mono"
            rows={8}
            value={body}
            onChange={({ target }) => setBody(target.value)}
          />
        </label>
      )}
      <button type="submit" className="btn btn-primary self-start" disabled={isBusy}>
        <Play size={16} aria-hidden />
        {t("apiReference.send")}
      </button>
      <div role="status">
        {result && (
          <div className="flex flex-col gap-2">
            <p className="text-small flex items-center gap-2">
              {result.status < 400 && <CircleCheck size={16} aria-hidden />}
              {t("apiReference.result", { status: result.status, ms: result.ms })}
            </p>
            <CodeBlock label={t("apiReference.answerExample")} code={result.text} />
          </div>
        )}
      </div>
    </form>
  );
}

async function answerTo(token: string, method: string, address: string, body: string) {
  try {
    const parsed = body ? (JSON.parse(body) as object) : undefined;
    const path = address.trim().replace(/^\/api(?=\/)/, "");
    return { status: 200, value: await api.withToken(token).call(method, path, parsed) };
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return { status: 400, value: { message: thrown.message } };
    if (!(thrown instanceof ApiError)) throw thrown;
    const { status, code, message, fields } = thrown;
    return { status, value: { error: code, message, fields } };
  }
}
