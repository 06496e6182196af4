import type { Language } from "../../shared/languages.ts";
import type { MailKind } from "./table.ts";

/** `button`: the text on the mail's link. `foot`: in small letters below. */
export type Words = { subject: string; body: string; button?: string; foot?: string };

/** The texts of mails, with `{…}` for values. */
export const words: Record<MailKind | "test", Record<Language, Words>> = {
  passwordReset: {
    ptBR: {
      subject: "Nova senha do {box}",
      body: "Olá, {name}.\n\nRecebemos um pedido para trocar a senha de {email}. O link vale por {minutes} minutos e uma única vez.",
      button: "Escolher nova senha",
      foot: "Não foi você? Ignore este e-mail: a senha continua a mesma.",
    },
    en: {
      subject: "New password for {box}",
      body: "Hello, {name}.\n\nWe were asked to change the password of {email}. The link works for {minutes} minutes, and once.",
      button: "Choose a new password",
      foot: "Wasn't it you? Ignore this e-mail: the password stays as it is.",
    },
    es: {
      subject: "Nueva contraseña de {box}",
      body: "Hola, {name}.\n\nRecibimos una solicitud para cambiar la contraseña de {email}. El enlace vale por {minutes} minutos y una sola vez.",
      button: "Elegir nueva contraseña",
      foot: "¿No fue usted? Ignore este correo: la contraseña sigue igual.",
    },
  },
  signUp: {
    ptBR: {
      subject: "Confirme seu cadastro no {box}",
      body: "Olá!\n\nFalta só confirmar este e-mail para abrir a conta de {company}. O link vale por {hours} horas.",
      button: "Confirmar e entrar",
      foot: "Não pediu esta conta? Ignore este e-mail: sem a confirmação nada é criado.",
    },
    en: {
      subject: "Confirm your {box} account",
      body: "Hello!\n\nOne step is left to open the account of {company}: confirm this e-mail. The link works for {hours} hours.",
      button: "Confirm and sign in",
      foot: "Didn't you ask for this account? Ignore this e-mail: without confirmation nothing is created.",
    },
    es: {
      subject: "Confirme su registro en {box}",
      body: "¡Hola!\n\nSolo falta confirmar este correo para abrir la cuenta de {company}. El enlace vale por {hours} horas.",
      button: "Confirmar y entrar",
      foot: "¿No pidió esta cuenta? Ignore este correo: sin la confirmación no se crea nada.",
    },
  },
  signUpKnown: {
    ptBR: {
      subject: "Você já tem conta no {box}",
      body: "Olá!\n\nAlguém, talvez você, tentou criar uma conta com {email}, que já tem uma. Nada mudou nela.",
      button: "Entrar",
      foot: "Esqueceu a senha? Na tela de entrada há um link para escolher outra.",
    },
    en: {
      subject: "You already have a {box} account",
      body: "Hello!\n\nSomeone, perhaps you, tried to create an account with {email}, which has one already. Nothing about it changed.",
      button: "Sign in",
      foot: "Forgot the password? The sign-in page has a link to choose another.",
    },
    es: {
      subject: "Ya tiene una cuenta en {box}",
      body: "¡Hola!\n\nAlguien, quizás usted, intentó crear una cuenta con {email}, que ya tiene una. Nada cambió en ella.",
      button: "Entrar",
      foot: "¿Olvidó la contraseña? En la pantalla de entrada hay un enlace para elegir otra.",
    },
  },
  signUpDocumentTaken: {
    ptBR: {
      subject: "Este CNPJ já tem conta no {box}",
      body: "Olá!\n\nO CNPJ {document} já tem uma conta, e por isso nenhuma foi criada para {company}. Entre com ela, ou peça ajuda a quem administra o {box}.",
      button: "Entrar",
      foot: "Não pediu esta conta? Ignore este e-mail: nada foi criado.",
    },
    en: {
      subject: "This CNPJ already has a {box} account",
      body: "Hello!\n\nThe CNPJ {document} has an account already, so none was created for {company}. Sign in with it, or ask whoever runs {box} for help.",
      button: "Sign in",
      foot: "Didn't you ask for this account? Ignore this e-mail: nothing was created.",
    },
    es: {
      subject: "Este CNPJ ya tiene una cuenta en {box}",
      body: "¡Hola!\n\nEl CNPJ {document} ya tiene una cuenta, y por eso no se creó ninguna para {company}. Entre con ella, o pida ayuda a quien administra {box}.",
      button: "Entrar",
      foot: "¿No pidió esta cuenta? Ignore este correo: no se creó nada.",
    },
  },
  signUpNameTaken: {
    ptBR: {
      subject: "Escolha outro nome no {box}",
      body: "Olá!\n\nJá existe uma empresa chamada {company}, e por isso a conta não foi criada. Cadastre-se de novo com outro nome, por exemplo com o bairro ou a cidade.",
      button: "Cadastrar com outro nome",
      foot: "Não pediu esta conta? Ignore este e-mail: nada foi criado.",
    },
    en: {
      subject: "Choose another name at {box}",
      body: "Hello!\n\nThere is already a company called {company}, so the account was not created. Sign up again under another name, for instance with your district or city.",
      button: "Sign up under another name",
      foot: "Didn't you ask for this account? Ignore this e-mail: nothing was created.",
    },
    es: {
      subject: "Elija otro nombre en {box}",
      body: "¡Hola!\n\nYa existe una empresa llamada {company}, y por eso la cuenta no se creó. Regístrese de nuevo con otro nombre, por ejemplo con el barrio o la ciudad.",
      button: "Registrarse con otro nombre",
      foot: "¿No pidió esta cuenta? Ignore este correo: no se creó nada.",
    },
  },
  // The owner of the box writes this one. rules.md#billing-notices
  billing: {
    ptBR: { subject: "{subject}", body: "{text}" },
    en: { subject: "{subject}", body: "{text}" },
    es: { subject: "{subject}", body: "{text}" },
  },
  health: {
    ptBR: {
      subject: "{box}: o servidor precisa de atenção",
      body: "Algo pode parar o {box}:\n\n{problems}",
      button: "Ver a saúde do servidor",
    },
    en: {
      subject: "{box}: the server wants attention",
      body: "Something may stop {box}:\n\n{problems}",
      button: "See the server's health",
    },
    es: {
      subject: "{box}: el servidor pide atención",
      body: "Algo puede detener {box}:\n\n{problems}",
      button: "Ver la salud del servidor",
    },
  },
  lead: {
    ptBR: {
      subject: "Contato pela página: {name}",
      body: "{name} escreveu na página pública.\n\n{message}\n\nE-mail: {email}\nTelefone: {phone}",
      button: "Ver os contatos",
      foot: "Para responder, basta responder a este e-mail.",
    },
    en: {
      subject: "Contact from your page: {name}",
      body: "{name} wrote on the public page.\n\n{message}\n\nE-mail: {email}\nPhone: {phone}",
      button: "See the contacts",
      foot: "To answer, just reply to this e-mail.",
    },
    es: {
      subject: "Contacto desde la página: {name}",
      body: "{name} escribió en la página pública.\n\n{message}\n\nCorreo: {email}\nTeléfono: {phone}",
      button: "Ver los contactos",
      foot: "Para responder, basta con contestar este correo.",
    },
  },
  morning: {
    ptBR: {
      subject: "{company}: os números de ontem",
      body: "Olá, {name}.\n\n{figures}",
      button: "Abrir o Hoje",
      foot: "Este e-mail vem porque você o ligou no seu perfil, onde também pode desligá-lo.",
    },
    en: {
      subject: "{company}: yesterday's figures",
      body: "Hello, {name}.\n\n{figures}",
      button: "Open Today",
      foot: "You get this e-mail because you turned it on in your profile, where you can turn it off.",
    },
    es: {
      subject: "{company}: los números de ayer",
      body: "Hola, {name}.\n\n{figures}",
      button: "Abrir Hoy",
      foot: "Este correo llega porque usted lo activó en su perfil, donde también puede desactivarlo.",
    },
  },
  test: {
    ptBR: { subject: "Teste do {box}", body: "Se você lê isto, o {box} consegue enviar e-mails." },
    en: { subject: "A test from {box}", body: "If you read this, {box} can send e-mail." },
    es: { subject: "Prueba de {box}", body: "Si lee esto, {box} puede enviar correos." },
  },
};
