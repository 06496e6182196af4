/** Customers of an internet provider, as each provider's stand-in stores them. */
export type Subscriber = {
  id: string;
  document: string;
  name: string;
  bills: SubscriberBill[];
  contract?: { id: string; status: string };
};
export type SubscriberBill = {
  id: string;
  value: string;
  due: string;
  line: string;
  pix: string;
  isPaid?: true;
};

const bill = (id: string, value: string, due: string): SubscriberBill => ({
  id,
  value,
  due,
  line: `34191.79001 01043.510047 91020.150008 ${id} 90000${value.replace(".", "")}`,
  pix: `00020126br.gov.bcb.pix-${id}6304AB${id.slice(-2)}`,
});

/** Marli owes two bills and is cut off, the bakery one, and Nilo none. */
export const subscribers = (): Subscriber[] => [
  {
    id: "71",
    document: "52998224725",
    name: "Marli Aparecida Dias",
    bills: [
      bill("9002", "99.90", "2026-12-10"),
      bill("9001", "1099.90", "2026-11-10"),
      { ...bill("9000", "99.90", "2026-10-10"), isPaid: true },
    ],
    contract: { id: "501", status: "FA" },
  },
  {
    id: "72",
    document: "12ABC34501DE35",
    name: "Padaria Pão Quente Ltda",
    bills: [bill("9101", "149.00", "2026-12-05")],
    contract: { id: "502", status: "A" },
  },
  { id: "73", document: "11144477735", name: "Nilo Reis", bills: [] },
];

/** The smallest file that is a PDF, and a picture of one dot. */
export const pdf = Buffer.from(
  "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
);
export const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
