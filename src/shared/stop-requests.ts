/**
 * The request about campaigns in a message: "stop" asks to be left out; "doubtful" may ask for it,
 * and a person must judge. Undefined: the message does not ask. rules.md#opt-outs
 */
export type StopRequest = "stop" | "doubtful" | undefined;

/** A request to stop has at most so many words. A longer text is for a person. */
const maxWords = 6;
/** Longer texts are not checked: a request to stop is shorter. */
const maxLength = 400;

/**
 * Reads a customer's message, in Portuguese, English or Spanish. `isTalking`: an agent talks with
 * the customer, so only words without any other meaning are certain.
 */
export function stopRequest(text: string, isTalking = () => false): StopRequest {
  const words = wordsOf(text);
  if (words.length === 0) return undefined;
  const sentence = words.join(" ");
  const request = words.filter((word) => !polite.has(word)).join(" ");
  const isShort = words.length <= maxWords;
  if (isShort && unmistakable.some((pattern) => pattern.test(request))) return "stop";
  if (isShort && certain.some((pattern) => pattern.test(request)))
    // "Já sai?" may ask for bread, and "não, manda mais" wants more.
    return text.includes("?") || isNoToSomething.test(text) || isTalking() ? "doubtful" : "stop";
  return isDecline.test(request) || doubtful.some((pattern) => pattern.test(sentence))
    ? "doubtful"
    : undefined;
}

/** Whether a message says no to the question of a campaign. `menu`: "2" is a no, too. */
export function isRefusal(text: string): boolean {
  const words = wordsOf(text).filter((word) => !polite.has(word));
  return /^(2|n|nao|no|nao quero|nao nao)$/.test(words.join(" "));
}

/** Whether a message says yes to the question of a campaign. */
export function isConfirmation(text: string): boolean {
  return /^(1|s|sim|si|yes|ok|quero|sim quero|pode|pode sim)$/.test(
    wordsOf(text)
      .filter((word) => !courtesies.has(word))
      .join(" "),
  );
}

/** Whether a customer who asked to stop asks to get campaigns again. */
export const isReturn = (text: string): boolean =>
  /^(quero )?(voltar|volver)$/.test(
    wordsOf(text)
      .filter((word) => !polite.has(word))
      .join(" "),
  );

/** The words of a message without case, accents, punctuation and emoji. */
function wordsOf(text: string): string[] {
  if (text.length > maxLength) return [];
  return text
    .normalize("NFKD")
    .replace(/\p{M}|\u200d/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .split(" ")
    .filter(Boolean);
}

const courtesies = new Set(
  "por favor pfv pfvr pf pls please obrigado obrigada obg brigado brigada gracias thanks gentileza".split(
    " ",
  ),
);
/** Words that change nothing of the request. */
const polite = new Set([
  ...courtesies,
  ..."oi ola bom boa dia tarde noite moco moca gente pessoal amigo amiga voces vcs vc voce ja agora logo ta ok eu desculpa desculpe favor hi hello hola".split(
    " ",
  ),
]);

const any = (...words: string[]) => `(?:${words.join("|")})`;

/** Things that campaigns send. */
const mail = any(
  "mensage(?:m|ns|n|s)",
  "mensaje(?:s)?",
  "msgs?",
  "propagandas?",
  "promoc(?:ao|oes|iones|ion)",
  "promos?",
  "campanhas?",
  "divulgac(?:ao|oes)",
  "spams?",
  "anuncios?",
  "publicidades?",
  "publicidad",
  "novidades?",
  "notificac(?:ao|oes)",
  "marketing",
  "messages?",
  "essas? coisas?",
);
const small = any(
  ..."a|as|o|os|de|da|do|das|dos|na|no|nas|nos|essa|essas|esse|esses|esta|estas|este|estes|dessa|dessas|desse|desses|desta|deste|destas|destes|sua|suas|seu|seus|tantas|tanta|tantos|mais|me|pra|para|mim|com|em|suas|mas|estos|estas|los|las|sus|your|these|this|the|any|more|whatsapp|zap|wpp|aqui|nunca|numero|meu|por|que|to".split(
    "|",
  ),
);
/** The words after a verb of stopping, with no others. */
const aboutMail = `(?: ${small})*(?: ${mail}(?: ${small})*)+`;
const list = any(
  "listas?",
  "lista de (?:transmissao|contatos|envio|clientes|divulgacao|promocoes)",
  "grupos?",
  "cadastros?",
  "contatos",
  "disparos?",
  "envios?",
  "transmissao",
  "base",
  "sistema",
  "agenda",
  "daqui",
  "dai",
  "fora",
  "list",
  "newsletter",
);
const fromList = `(?: ${small})*(?: ${list}(?: ${small})*)+`;
const wish = `(?:(?:quero|queria|gostaria|desejo|preciso|posso|pode|podem|poderia|como|faco|fazer|quiero|deseo|i|want|would|like|to|de|pra|para|me) )*`;
/** A wish, without "posso": the customer may want to leave a place. */
const want = `(?:(?:quero|queria|gostaria|desejo|preciso|quiero|deseo|i|want|would|like|to|de|me) )+`;
const give = any(
  "mand(?:a|e|em|ar|ando)",
  "envi(?:a|e|em|ar|ando)",
  "receb(?:er|o)",
  "recibir",
  "enviar",
  "send",
  "sending",
  "escrev(?:er|a|am)",
  "chamar",
  "chame",
  "perturb(?:ar|e|em)",
  "incomod(?:ar|e|em|a)",
  "encher",
  "texting",
  "messaging",
);

/** A no with a mark after it: the rest is about something else. */
const isNoToSomething = /^\s*n(?:[aã]o|o)\s*[,.;:!…-]/iu;

const leave =
  "sair|salir|parar|pare|parem|stop|remover|remova|removam|descadastr\\w*|desinscrev\\w*|desinscric\\w*|desassinar|unsubscribe|cancelar inscricao|opt out|optout|baja|basta";

/** Whole requests to stop, without any other meaning. */
const unmistakable = [
  `^(?:${leave})$`,
  // "sair da lista", "remover meu número da lista"
  `^${wish}(?:sair|salir|remover|remova|removam|retir\\w+|descadastr\\w*)${fromList}$`,
].map((source) => new RegExp(source));

/** Requests to stop, whole, without polite words. */
const certain = [
  // "quero sair", "gostaria de me descadastrar"
  `^${want}(?:${leave})$`,
  `^${wish}(?:sair|parar|pare|parem|para|cancel\\w+|remover|remova|stop|chega|basta|descadastr\\w*|bloque\\w+)(?: (?:de|com|of))?${aboutMail}$`,
  // "pare de mandar", "parem de me enviar mensagens", "stop sending"
  `^${wish}(?:parar|pare|parem|para|stop|deixem?|deixar|dejen|dejar|chega)(?: (?:de|com))?(?: me)? ${give}(?: ${small})*(?:${aboutMail})?$`,
  // "me tira dessa lista", "me remove", "exclui meu número"
  `^${wish}(?:me )?(?:tir(?:a|e|em|ar)|remov(?:a|e|am|er)|exclu(?:i|a|am|ir)|apag(?:a|ue|uem|ar)|retir(?:a|e|em|ar)|delet(?:a|e|em|ar)|descadastr\\w*|remove)(?: o)?(?: (?:meu|my)(?: (?:numero|contato|nome|telefone|cadastro|zap|number))?| me| eu)?${fromList}$`,
  `^${wish}(?:me (?:tira|tire|tirem|remov(?:a|e|am)|exclu(?:i|a|am)|retir(?:a|e|em)|delet(?:a|e|em)|descadastr\\w+)|remove me|take me off)$`,
  `^(?:tir(?:a|e|em)|remov(?:a|e|am|er)|exclu(?:i|a|am|ir)|apag(?:a|ue|uem|ar)|delet(?:a|e|em|ar))(?: o)? (?:meu|my) (?:numero|contato|nome|telefone|cadastro|number)$`,
  // "não quero mais", "não quero receber", "não me mande mais mensagens"
  `^(?:nao|no) (?:quero|queria|desejo|gostaria de|preciso|quiero|deseo|aceito)(?: mais| mas)?(?: (?:receb\\w+|recibir|ver|saber))?(?:${aboutMail})$`,
  `^(?:nao|no) (?:quero|desejo|gostaria de|quiero|deseo)(?: mais| mas)?(?: me)? (?:receb\\w+|recibir)(?: mais| mas| nada)*$`,
  `^(?:nao|no) (?:quero|desejo|quiero|deseo) (?:mais|mas)$`,
  `^(?:nao|no|nunca)(?: mais)?(?: me)? ${give}(?: (?:mais|mas|nada))+$`,
  `^(?:nao|no|nunca)(?: mais)?(?: me)? ${give}(?:${aboutMail})$`,
  `^nao (?:me )?(?:perturb\\w+|incomod\\w+)(?: mais)?$`,
  `^me deix(?:a|e|em) em paz$`,
  `^nao autorizo(?: ${give})?(?:${aboutMail})$`,
].map((source) => new RegExp(source));

/** A plain no outside of a question of ours: it may refuse the offer or all of them. */
const isDecline = /^(?:nao|no)(?: nao)?$/;

/** Stems of a request to stop, anywhere in the text; a person must judge. */
const doubtful = [
  `\\b(?:sair|salir|descadastr\\w*|desinscrev\\w*|unsubscribe)\\b`,
  `\\b(?:pare|parem|stop|basta)\\b`,
  `\\b(?:nao|no) (?:quero|desejo)(?: \\w+){0,2} (?:isso|isto|nada|avisos?|textos?|ofertas?)\\b`,
  `\\bcancel\\w+(?: \\w+){0,2} (?:ofertas?|avisos?)\\b`,
  `^remov\\w+ (?:isso|isto)$`,
  `^(?:para|chega|(?:me )?(?:cancel|bloque|exclu|delet|apag)\\w+|(?:darme|dar me) de baja|spam)$`,
  `\\bpar(?:a|ar|e|em) de (?:me )?${give}\\b`,
  `\\b(?:remov\\w+|exclu\\w+|retir\\w+|tir(?:a|e|em|ar)|apagu?\\w*|delet\\w+)(?: \\w+){0,5} (?:list\\w*|contato\\w*|cadastro|numero|grupo|daqui|dai)\\b`,
  `\\bcancel\\w+(?: \\w+){0,3} (?:inscric\\w+|cadastro|assinatura|recebimento|envio\\w*|mensage\\w+)\\b`,
  `^(?:sai|posso sair)$`,
  `\\bnao (?:quero|desejo|aceito|autorizo|tenho(?: mais)? interesse|me interessa)\\b`,
  `\\b(?:nao|no|nunca)(?: mais)?(?: me)? ${give}\\b`,
  `\\bsem (?:mais )?${mail}\\b`,
  `\\b(?:spam|denunci\\w+|procon|lgpd|bloquear|bloqueio|importun\\w+|perturb\\w+|incomod\\w+|insistencia)\\b`,
  `\\bem paz\\b`,
  `\\b(?:cansad\\w+|cansei|farto|farta|saco cheio)\\b`,
  `\\bquem (?:deu|passou|autorizou)\\b`,
].map((source) => new RegExp(source));
