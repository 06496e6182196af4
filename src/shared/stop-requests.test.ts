import { expect, test } from "bun:test";
import { isConfirmation, isRefusal, isReturn, stopRequest } from "./stop-requests.ts";

const lines = (text: string) => text.trim().split("\n");

/** Ways of asking to stop, as customers write them. */
const certain = lines(`
pare
quero sair
não quero mais
remover
sair 🙏
SAIR por favor
descadastrar
me tira dessa lista
SAIR
Sair.
parar
PARE!!!
stop
Stop
pare de mandar
pare de mandar mensagem
parem de me mandar mensagens
para de mandar mensagem
não quero receber mais mensagens
nao quero mais receber
não quero receber
nao quero receber propaganda
não quero mais receber promoções
não me mande mais mensagens
nao me mande mais nada
não manda mais
nao mande mais msg
por favor, pare
por favor me tire da lista
me remove da lista
me remova
remova meu número
remover meu numero
tira meu número da lista
me exclui da lista
exclua meu contato
quero sair da lista
gostaria de sair da lista
sair da lista
quero me descadastrar
me descadastra por favor
descadastre
cancelar inscrição
unsubscribe
chega de propaganda
chega de mensagem
nao quero propaganda
não perturbe
me deixa em paz
não me incomode mais
pare com essas mensagens
quero parar de receber mensagens
quero parar de receber
cancelar mensagens
cancela essas mensagens
remova-me da lista
bom dia, quero sair
oi, me tira daí
deixem de me enviar mensagens
não envie mais
basta
me tirem desse grupo
no quiero recibir mas mensajes
remove me
`);

/** A person reads them as a request, or asks the customer. */
const unclear = lines(`
gostaria de não receber mais
sai
parem com isso
não quero mais isso
não quero mais saber disso
chega!
não tenho interesse
me bloqueia
vou bloquear vocês
cancelar
não quero
quero cancelar o recebimento
como faço para sair?
como faço pra não receber mais?
quem deu meu número?
isso é spam
para
não, obrigado
excluir
darme de baja
`);

/** They have a word of a request, but ask for something else. */
const other = lines(`
2
não
nao
1
quero 2 pães
posso sair às 5 para buscar?
remover a cebola por favor
cancelar o pedido
Quero cancelar isso
Cancela isso, por favor
não quero isso
remova isso
cancela a oferta
posso sair agora
Não quero mais nada, obrigado
cancela meu pedido
não quero cebola
não quero mais broa, quero pão
quero sair mais cedo e passar aí
para 5 pessoas
para amanhã
pode parar na minha rua?
onde posso parar o carro?
que horas vocês saem?
o entregador já saiu?
tira a azeitona
me tira uma dúvida
tira uma foto pra mim
não recebi meu pedido
não recebi a mensagem
ainda não recebi
não recebi o pix
não mande a conta ainda
não precisa mandar talher
sem cebola
sem lista de espera?
quero receber em casa
quero receber promoções
qual a lista de preços?
me manda a lista
me coloca na lista
manda mais fotos
manda mensagem quando sair
me avisa quando sair do forno
quando sai o pão?
já sai?
vai sair hoje?
o pão parou de vir quentinho
chega que horas?
chega hoje?
já chega amanhã?
meu pedido não chega
quero mais
quero
sim
ok
obrigado
não sei
não posso hoje
não tenho dinheiro agora
quero trocar o número
mudei de número
meu número mudou
exclui o refrigerante do pedido
apaga a mensagem anterior
deixa pra lá
deixa na portaria
não entendi a promoção
a promoção acabou?
qual a promoção?
bloqueou meu cartão
cancelou o pix
voltar
não quero pagar agora
não quero entrega, vou buscar
parabéns
paramos de comer pão
stop motion
3
`);

test("every natural way of asking to stop is one, or is shown to a person", () => {
  expect(certain.length + unclear.length).toBeGreaterThanOrEqual(60);
  expect(certain.filter((text) => stopRequest(text) !== "stop")).toEqual([]);
  expect(unclear.filter((text) => stopRequest(text) !== "doubtful")).toEqual([]);
});

test("an order is an order, whatever word of a request it has", () => {
  expect(other.length).toBeGreaterThanOrEqual(60);
  expect(other.filter((text) => stopRequest(text) === "stop")).toEqual([]);
  expect(other.filter((text) => stopRequest(text) === "doubtful").length).toBeLessThan(25);
});

test("while somebody talks with the customer only words that mean nothing else are certain", () => {
  const talking = (text: string) => stopRequest(text, () => true);
  for (const text of ["SAIR", "pare", "descadastrar", "stop", "sair da lista"])
    expect([text, talking(text)]).toEqual([text, "stop"]);
  for (const text of ["não quero mais", "quero sair", "me tira dessa lista", "não manda mais"])
    expect([text, talking(text), stopRequest(text)]).toEqual([text, "doubtful", "stop"]);
});

test("a no with a mark after it says no to something else", () => {
  for (const text of ["Não! Manda mais", "não, manda mais", "Não, me manda a promoção"])
    expect([text, stopRequest(text)]).toEqual([text, "doubtful"]);
  expect(stopRequest("não manda mais")).toBe("stop");
});

test("a request has six words at most, and a longer one is for a person", () => {
  expect(stopRequest("por favor quero sair da lista")).toBe("stop");
  expect(stopRequest("oi por favor quero sair da lista")).toBe("doubtful");
  expect(stopRequest(`${"bom dia ".repeat(60)}sair`)).toBeUndefined();
  expect(stopRequest("")).toBeUndefined();
  expect(stopRequest("🙏")).toBeUndefined();
});

test("to a question of ours a plain no or a 2 is a no, and a yes is a yes", () => {
  for (const text of ["2", "2\ufe0f\u20e3", "não", "Nao!", "não, obrigado", "n", "não quero"])
    expect([text, isRefusal(text)]).toEqual([text, true]);
  for (const text of ["1", "sim", "22", "não sei", "quero 2"])
    expect([text, isRefusal(text)]).toEqual([text, false]);
  for (const text of ["1", "1\ufe0f\u20e3", "Sim!", "s", "ok", "quero", "sim, por favor"])
    expect([text, isConfirmation(text)]).toEqual([text, true]);
  for (const text of ["2", "2\ufe0f\u20e3", "não", "sim, mas amanhã", "1 pão"])
    expect([text, isConfirmation(text)]).toEqual([text, false]);
});

test("who asked to stop comes back by one word", () => {
  for (const text of ["VOLTAR", "voltar 🙂", "Quero voltar", "volver"])
    expect([text, isReturn(text)]).toEqual([text, true]);
  for (const text of ["voltar ao menu", "vou voltar amanhã", "volta"])
    expect([text, isReturn(text)]).toEqual([text, false]);
});

test("a text is read up to its four hundredth character", () => {
  const text = (length: number) => `sair${"!".repeat(length - 4)}`;
  expect([stopRequest(text(400)), stopRequest(text(401))]).toEqual(["stop", undefined]);
});
