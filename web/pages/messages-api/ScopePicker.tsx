import {
  type ApiResource,
  apiResources,
  messageScopes,
  resourceScopes,
  type TokenScope,
  tokenScopes,
} from "../../../src/shared/api-tokens.ts";
import { t, useTranslation } from "../../kit/text.ts";

const resources = Object.keys(apiResources) as ApiResource[];

/** The rights of a token: of each resource, whether a program reads it and changes it. */
export function ScopePicker({
  scopes,
  setScopes,
}: {
  scopes: TokenScope[];
  setScopes: (scopes: TokenScope[]) => void;
}) {
  const { t } = useTranslation();
  const isWhole = scopes.length === tokenScopes.length;
  const toggle = (scope: TokenScope) =>
    setScopes(
      scopes.includes(scope) ? scopes.filter((each) => each !== scope) : [...scopes, scope],
    );
  const box = (scope: TokenScope, label: string) => (
    <label className="flex min-h-8 items-center gap-2">
      <input
        type="checkbox"
        className="checkbox checkbox-primary checkbox-sm"
        checked={scopes.includes(scope)}
        onChange={() => toggle(scope)}
      />
      <span className="text-small">{label}</span>
    </label>
  );
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 flex w-full flex-wrap items-center justify-between gap-2">
        <span className="text-small font-medium">{t("messagesApi.tokens.may")}</span>
        <button
          type="button"
          className="btn btn-ghost btn-sm"
          onClick={() => setScopes(isWhole ? [] : [...tokenScopes])}
        >
          {t(isWhole ? "messagesApi.tokens.none" : "messagesApi.tokens.all")}
        </button>
      </legend>
      <ul className="card-quiet divide-line divide-y">
        <li className="flex flex-wrap items-center gap-x-4 px-3 py-1">
          <span className="min-w-40 flex-1">{t("messagesApi.resources.documented")}</span>
          {messageScopes.map((scope) => (
            <span key={scope} className="w-24">
              {box(scope, t(`messagesApi.tokens.scopes.${scope}`))}
            </span>
          ))}
        </li>
        {resources.map((name) => (
          <li
            key={name}
            className="flex flex-wrap items-center gap-x-4 px-3 py-1"
            role="group"
            aria-label={t(`messagesApi.resources.${name}`)}
          >
            <span className="min-w-40 flex-1">{t(`messagesApi.resources.${name}`)}</span>
            {(["read", "write"] as const).map((right) => {
              const scope = resourceScopes.find((each) => each === `${name}:${right}`);
              return (
                <span key={right} className="w-24">
                  {scope && box(scope, t(`messagesApi.tokens.rights.${right}`))}
                </span>
              );
            })}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** The rights of a token in words: "Pedidos (ver e mudar), Contatos (ver)". */
export function scopeWords(scopes: TokenScope[]): string {
  if (scopes.length === tokenScopes.length) return t("messagesApi.tokens.everything");
  const ofMessages = messageScopes
    .filter((scope) => scopes.includes(scope))
    .map((scope) => t(`messagesApi.tokens.scopes.${scope}`));
  const ofResources = resources.flatMap((name) => {
    const rights = (["read", "write"] as const).filter((right) =>
      (scopes as string[]).includes(`${name}:${right}`),
    );
    const words = rights.map((right) => t(`messagesApi.tokens.rights.${right}`).toLowerCase());
    return words.length > 0 ? [`${t(`messagesApi.resources.${name}`)} (${words.join(", ")})`] : [];
  });
  return [...ofMessages, ...ofResources].join(", ");
}
