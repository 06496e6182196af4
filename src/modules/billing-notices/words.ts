import type { NoticeKind } from "../../shared/billing-notices.ts";
import type { Language } from "../../shared/languages.ts";
import type { NoticeText } from "./table.ts";

/** The texts that apply where the owner of the box wrote none. */
export const usualTexts: Record<NoticeKind, Record<Language, NoticeText>> = {
  created: {
    ptBR: {
      subject: "Fatura {number} do {box}: {value}, até {date}",
      body: "Olá, {company}.\n\nA fatura {number} ({plan}) de {value} já está disponível e vence em {date}.\n\nPague por Pix em {link}",
    },
    en: {
      subject: "{box} invoice {number}: {value}, due {date}",
      body: "Hello, {company}.\n\nInvoice {number} ({plan}) over {value} is there and is due on {date}.\n\nPay it by Pix at {link}",
    },
    es: {
      subject: "Factura {number} de {box}: {value}, hasta {date}",
      body: "Hola, {company}.\n\nLa factura {number} ({plan}) de {value} ya está disponible y vence el {date}.\n\nPáguela por Pix en {link}",
    },
  },
  dueSoon: {
    ptBR: {
      subject: "A fatura {number} do {box} vence em {date}",
      body: "Olá, {company}.\n\nFaltam {days} dias: a fatura {number} de {value} vence em {date}.\n\nPague por Pix em {link}",
    },
    en: {
      subject: "{box} invoice {number} is due on {date}",
      body: "Hello, {company}.\n\n{days} days are left: invoice {number} over {value} is due on {date}.\n\nPay it by Pix at {link}",
    },
    es: {
      subject: "La factura {number} de {box} vence el {date}",
      body: "Hola, {company}.\n\nFaltan {days} días: la factura {number} de {value} vence el {date}.\n\nPáguela por Pix en {link}",
    },
  },
  dueToday: {
    ptBR: {
      subject: "A fatura {number} do {box} vence hoje",
      body: "Olá, {company}.\n\nA fatura {number} de {value} vence hoje.\n\nPague por Pix em {link}",
    },
    en: {
      subject: "{box} invoice {number} is due today",
      body: "Hello, {company}.\n\nInvoice {number} over {value} is due today.\n\nPay it by Pix at {link}",
    },
    es: {
      subject: "La factura {number} de {box} vence hoy",
      body: "Hola, {company}.\n\nLa factura {number} de {value} vence hoy.\n\nPáguela por Pix en {link}",
    },
  },
  overdue: {
    ptBR: {
      subject: "A fatura {number} do {box} está vencida",
      body: "Olá, {company}.\n\nA fatura {number} de {value} venceu em {date} e ainda não foi paga. Para que o atendimento não pare, pague por Pix em {link}\n\nJá pagou? Então não precisa fazer nada.",
    },
    en: {
      subject: "{box} invoice {number} is overdue",
      body: "Hello, {company}.\n\nInvoice {number} over {value} was due on {date} and is not paid yet. To keep working, pay it by Pix at {link}\n\nHave you paid already? Then there is nothing to do.",
    },
    es: {
      subject: "La factura {number} de {box} está vencida",
      body: "Hola, {company}.\n\nLa factura {number} de {value} venció el {date} y aún no fue pagada. Para que la atención no se detenga, páguela por Pix en {link}\n\n¿Ya pagó? Entonces no tiene que hacer nada.",
    },
  },
  paid: {
    ptBR: {
      subject: "Recebemos o pagamento da fatura {number}",
      body: "Olá, {company}.\n\nRecebemos {value} pela fatura {number}. Obrigado!\n\nO recibo está em {link}",
    },
    en: {
      subject: "We received the payment of invoice {number}",
      body: "Hello, {company}.\n\nWe received {value} for invoice {number}. Thank you!\n\nThe receipt is at {link}",
    },
    es: {
      subject: "Recibimos el pago de la factura {number}",
      body: "Hola, {company}.\n\nRecibimos {value} por la factura {number}. ¡Gracias!\n\nEl recibo está en {link}",
    },
  },
  paidTwice: {
    ptBR: {
      subject: "Você pagou a mais na fatura {number}",
      body: "Olá, {company}.\n\nPela fatura {number} chegaram {value} a mais. O valor virou crédito e paga as próximas faturas.\n\nVeja em {link}",
    },
    en: {
      subject: "You paid too much for invoice {number}",
      body: "Hello, {company}.\n\n{value} too much came for invoice {number}. It is your credit now and pays the next invoices.\n\nSee it at {link}",
    },
    es: {
      subject: "Pagó de más en la factura {number}",
      body: "Hola, {company}.\n\nPor la factura {number} llegaron {value} de más. El importe es ahora su crédito y paga las próximas facturas.\n\nVéalo en {link}",
    },
  },
  blocked: {
    ptBR: {
      subject: "O acesso ao {box} está parado",
      body: "Olá, {company}.\n\nA assinatura venceu em {date} e o acesso parou. Assim que a fatura for paga, tudo volta: {link}",
    },
    en: {
      subject: "Access to {box} has stopped",
      body: "Hello, {company}.\n\nThe subscription ran out on {date}, and access has stopped. Once the invoice is paid, all is back: {link}",
    },
    es: {
      subject: "El acceso a {box} está detenido",
      body: "Hola, {company}.\n\nLa suscripción venció el {date} y el acceso se detuvo. En cuanto se pague la factura, todo vuelve: {link}",
    },
  },
  trialEnds: {
    ptBR: {
      subject: "Seu teste do {box} acaba em {date}",
      body: "Olá, {company}.\n\nO teste acaba em {date}. Para continuar sem parar, pague a primeira fatura em {link}",
    },
    en: {
      subject: "Your trial of {box} ends on {date}",
      body: "Hello, {company}.\n\nThe trial ends on {date}. To go on without a break, pay the first invoice at {link}",
    },
    es: {
      subject: "Su prueba de {box} termina el {date}",
      body: "Hola, {company}.\n\nLa prueba termina el {date}. Para continuar sin parar, pague la primera factura en {link}",
    },
  },
};
