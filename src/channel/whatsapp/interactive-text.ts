import type { proto } from "@whiskeysockets/baileys";
import { amount, isObject, line, lines, list, maxItems, objectIn, option } from "../wire-values.ts";

/** The text and the options of a message with buttons. */
export function readable(key: string, value: unknown): string {
  if (key === "buttonsMessage") {
    const { text, contentText, footerText, buttons } = value as proto.Message.IButtonsMessage;
    return lines(
      text,
      contentText,
      footerText,
      ...list(buttons).map(
        ({ buttonText, nativeFlowInfo }) =>
          option(buttonText?.displayText) || flowButtonText(nativeFlowInfo?.paramsJson),
      ),
    );
  }
  return key === "templateMessage"
    ? templateText(value as proto.Message.ITemplateMessage)
    : interactiveText(value as proto.Message.IInteractiveMessage);
}

function templateText(
  {
    hydratedFourRowTemplate,
    hydratedTemplate,
    fourRowTemplate,
    interactiveMessageTemplate,
  }: proto.Message.ITemplateMessage,
  depth = 0,
): string {
  const hydrated = hydratedFourRowTemplate ?? hydratedTemplate;
  if (hydrated) {
    const buttons = list(hydrated.hydratedButtons).map(
      ({ quickReplyButton, urlButton, callButton }) =>
        option(
          (quickReplyButton ?? urlButton ?? callButton)?.displayText,
          urlButton?.url ?? callButton?.phoneNumber,
        ),
    );
    return lines(
      hydrated.hydratedTitleText,
      hydrated.hydratedContentText,
      hydrated.hydratedFooterText,
      ...buttons,
    );
  }
  if (fourRowTemplate) {
    const buttons = list(fourRowTemplate.buttons).map(
      ({ quickReplyButton, urlButton, callButton }) =>
        option(structuredText((quickReplyButton ?? urlButton ?? callButton)?.displayText, depth)),
    );
    return lines(
      ...[
        fourRowTemplate.highlyStructuredMessage,
        fourRowTemplate.content,
        fourRowTemplate.footer,
      ].map((text) => structuredText(text, depth)),
      ...buttons,
    );
  }
  return interactiveMessageTemplate ? interactiveText(interactiveMessageTemplate) : "";
}

// A structured text may hold a template that holds structured texts.
export const structuredText = (
  text: proto.Message.IHighlyStructuredMessage | null | undefined,
  depth = 0,
): string =>
  (text?.hydratedHsm && depth === 0 ? templateText(text.hydratedHsm, 1) : "") ||
  (Array.isArray(text?.params) ? lines(...text.params.slice(0, maxItems)) : "");

function interactiveText(
  { header, body, footer, nativeFlowMessage, carouselMessage }: proto.Message.IInteractiveMessage,
  cardsToo = true,
): string {
  const buttons = list(nativeFlowMessage?.buttons).map(({ buttonParamsJson }) =>
    flowButtonText(buttonParamsJson),
  );
  const cards = cardsToo
    ? list(carouselMessage?.cards).map((card) => interactiveText(card, false))
    : [];
  return lines(header?.title, header?.subtitle, body?.text, footer?.text, ...buttons, ...cards);
}

/**
 * A button whose text is in JSON, and the charge that Brazilian shops send as one. The charge shows
 * its total, the payee, and the Pix key or code. The code has a line of its own, to be copied.
 */
function flowButtonText(json: unknown): string {
  const params = objectIn(json);
  const button = option(params.display_text, params.url ?? params.phone_number ?? params.copy_code);
  const charges = list(params.payment_settings).flatMap(
    ({ pix_static_code: fixed, pix_dynamic_code: dynamic }) => [
      isObject(fixed) ? option(fixed.merchant_name, fixed.key) : "",
      ...(isObject(dynamic) ? [option(dynamic.merchant_name), line(dynamic.code)] : []),
    ],
  );
  const total = totalText(params);
  return lines(button, ...sectionLines(params.sections), total && `💳 ${total}`, ...charges);
}

/** The total of a charge: `{ value, offset }` is value / offset in its currency. */
function totalText({ currency, total_amount: total }: Record<string, unknown>): string {
  if (!isObject(total) || amount(total.value) === 0) return "";
  const sum = (amount(total.value) / (amount(total.offset) || 100)).toFixed(2);
  return `${line(currency).slice(0, 3)} ${sum}`.trim();
}

export const sectionLines = (sections: unknown) =>
  list(sections).flatMap(({ title, rows }) => [
    title,
    ...list(rows).map((row) => option(row.title, row.description)),
  ]);
