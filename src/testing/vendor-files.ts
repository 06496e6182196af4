import { spreadsheet, workbook } from "./sheets.ts";

/** A file of a program, and the people or products in it. */
export type VendorFile<Row> = { vendor: string; file: string; bytes: Uint8Array; rows: Row[] };

type Person = [name: string, number: string];
/** The product that a row becomes: its selling price as `"12.90"`. */
type Product = [name: string, ean: string, price: string, stock: number];

const people: Person[] = [
  ["Ana Conceição Souza", "5511988880001"],
  ["João Araújo", "5521977770002"],
];

/** A line of a CSV, with each cell in quotes where it needs them, or with `always`. */
const csv = (rows: (string | number)[][], mark = ",", always = false) =>
  rows
    .map((row) =>
      row
        .map((cell) =>
          always || /[",;\n\t]/.test(String(cell))
            ? `"${String(cell).replaceAll('"', '""')}"`
            : cell,
        )
        .join(mark),
    )
    .join("\r\n");

/** A row in which some of the named columns have a value. */
const rowWith = (head: string[], values: Record<string, string | number>) =>
  head.map((name) => values[name] ?? "");

const latin1 = (text: string) => Buffer.from(text, "latin1");
const utf8 = (text: string) => Buffer.from(text);
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");

const google2024 =
  "First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value,Address 1 - Label,Address 1 - Formatted,Website 1 - Label,Website 1 - Value".split(
    ",",
  );
const googleOld =
  "Name,Given Name,Additional Name,Family Name,Yomi Name,Given Name Yomi,Additional Name Yomi,Family Name Yomi,Name Prefix,Name Suffix,Initials,Nickname,Short Name,Maiden Name,Birthday,Gender,Location,Billing Information,Directory Server,Mileage,Occupation,Hobby,Sensitivity,Priority,Subject,Notes,Language,Photo,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,Organization 1 - Type,Organization 1 - Name".split(
    ",",
  );
const outlookEn =
  "Title,First Name,Middle Name,Last Name,Suffix,Company,Department,Job Title,Business Street,Business City,Home Street,Home City,Assistant's Phone,Business Fax,Business Phone,Business Phone 2,Callback,Car Phone,Company Main Phone,Home Fax,Home Phone,Home Phone 2,ISDN,Mobile Phone,Other Fax,Other Phone,Pager,Primary Phone,Radio Phone,TTY/TDD Phone,Telex,Account,Anniversary,Birthday,Categories,E-mail Address,E-mail Type,E-mail Display Name,E-mail 2 Address,Gender,Notes,Priority,Web Page".split(
    ",",
  );
const outlookCom =
  "First Name,Middle Name,Last Name,Title,Suffix,Nickname,Given Yomi,Surname Yomi,E-mail Address,E-mail 2 Address,E-mail 3 Address,Home Phone,Home Phone 2,Business Phone,Business Phone 2,Mobile Phone,Car Phone,Other Phone,Primary Phone,Pager,Business Fax,Home Fax,Other Fax,Company Main Phone,Callback,Radio Phone,Telex,TTY/TDD Phone,IMAddress,Job Title,Department,Company,Office Location,Manager's Name,Assistant's Name,Assistant's Phone,Business Street,Personal Web Page,Spouse,Birthday,Notes".split(
    ",",
  );
const outlookPt =
  "Título,Nome,Segundo Nome,Sobrenome,Sufixo,Empresa,Departamento,Cargo,Rua do Endereço Comercial,Cidade do Endereço Comercial,Telefone do Assistente,Fax Comercial,Telefone Comercial,Telefone Comercial 2,Retorno de Chamada,Telefone do Carro,Telefone Principal da Empresa,Fax Residencial,Telefone Residencial,Telefone Residencial 2,ISDN,Telefone Celular,Outro Fax,Outro Telefone,Pager,Telefone Principal,Radiofone,Telefone TTY/TDD,Telex,Aniversário,Categorias,Endereço de Email,Tipo de Email,Nome de Exibição do Email,Endereço de Email 2,Sexo,Anotações,Página da Web".split(
    ",",
  );
const blingContacts =
  "ID;Código;Nome;Fantasia;Endereço;Número;Complemento;Bairro;CEP;Cidade;UF;Contatos;Fone;Fax;Celular;E-mail;Web Site;Tipo pessoa;CNPJ / CPF;IE / RG;Situação;Observações".split(
    ";",
  );
const plain = ["Nome", "Telefone", "E-mail"];
const plainRows = [
  plain,
  ["Ana Conceição Souza", "(11) 98888-0001", "ana@exemplo.com.br"],
  ["João Araújo", "21 97777-0002", ""],
];
const typedRows = [
  plain,
  ["Ana Conceição Souza", 11988880001, "ana@exemplo.com.br"],
  ["João Araújo", 5521977770002, ""],
];
const photo = Buffer.alloc(3000, 7).toString("base64");
const folded = (text: string) => text.match(/.{1,74}/g)!.join("\r\n ");

/** Files of people, one for each program and version. */
export const contactFiles: VendorFile<Person>[] = [
  {
    vendor: "Google Contacts CSV, 2024",
    file: "contacts.csv",
    rows: [...people, ["Padaria Pão Quente", "551133334444"]],
    bytes: utf8(
      csv([
        google2024,
        rowWith(google2024, {
          "First Name": "Ana",
          "Middle Name": "Conceição",
          "Last Name": "Souza",
          Labels: "* myContacts",
          "E-mail 1 - Label": "* Other",
          "E-mail 1 - Value": "ana@exemplo.com.br",
          "Phone 1 - Label": "Home",
          "Phone 1 - Value": "+55 11 3333-4444",
          "Phone 2 - Label": "Mobile",
          "Phone 2 - Value": "+55 11 98888-0001",
        }),
        rowWith(google2024, {
          "First Name": "João",
          "Last Name": "Araújo",
          Labels: "Clientes ::: * myContacts",
          Notes: "Rua A, 12\nfundos",
          "Phone 1 - Label": "Mobile",
          "Phone 1 - Value": "021 97777-0002".slice(1),
        }),
        rowWith(google2024, {
          "Organization Name": "Padaria Pão Quente",
          "Phone 1 - Label": "Work",
          "Phone 1 - Value": "+551133334444",
        }),
      ]),
    ),
  },
  {
    vendor: "Google Contacts CSV, 2024, several numbers in a cell",
    file: "contacts.csv",
    rows: people.slice(0, 1),
    bytes: utf8(
      csv([
        google2024,
        rowWith(google2024, {
          "First Name": "Ana",
          "Middle Name": "Conceição",
          "Last Name": "Souza",
          Labels: "Feira ::: Atacado ::: * starred ::: * myContacts",
          "E-mail 1 - Value": "ana@exemplo.com.br ::: ana@trabalho.com.br",
          "Phone 1 - Value": "+55 11 3333-4444 ::: +55 11 98888-0001",
        }),
      ]),
    ),
  },
  ...[
    ["until 2023", utf8],
    ["UTF-16", utf16],
  ].map(([version, encode]) => ({
    vendor: `Google Contacts CSV, ${version as string}`,
    file: "google.csv",
    rows: people,
    bytes: (encode as typeof utf8)(
      csv([
        googleOld,
        rowWith(googleOld, {
          Name: "Ana Conceição Souza",
          "Given Name": "Ana",
          "Family Name": "Souza",
          "Group Membership": "Clientes ::: * myContacts",
          "E-mail 1 - Value": "ana@exemplo.com.br",
          "Phone 1 - Type": "Mobile",
          "Phone 1 - Value": "+55 11 98888-0001 ::: +55 11 3333-4444",
        }),
        rowWith(googleOld, {
          Name: "João Araújo",
          "Given Name": "João",
          "Family Name": "Araújo",
          "Group Membership": "* myContacts",
          "Phone 1 - Type": "Mobile",
          "Phone 1 - Value": "21977770002",
        }),
      ]),
    ),
  })),
  {
    vendor: "Outlook CSV, English",
    file: "contacts.CSV",
    rows: people,
    bytes: latin1(
      csv(
        [
          outlookEn,
          rowWith(outlookEn, {
            "First Name": "Ana",
            "Middle Name": "Conceição",
            "Last Name": "Souza",
            "Business Phone": "(11) 3333-4444",
            "Mobile Phone": "(11) 98888-0001",
            Categories: "Clientes",
            "E-mail Address": "ana@exemplo.com.br",
            "E-mail Type": "SMTP",
            Priority: "Normal",
          }),
          rowWith(outlookEn, {
            "First Name": "João",
            "Last Name": "Araújo",
            "Home Phone": "21 97777-0002",
          }),
        ],
        ",",
        true,
      ),
    ),
  },
  {
    vendor: "Outlook.com CSV, English",
    file: "contacts.csv",
    rows: people,
    bytes: utf8(
      `\ufeff${csv([
        outlookCom,
        rowWith(outlookCom, {
          "First Name": "Ana",
          "Middle Name": "Conceição",
          "Last Name": "Souza",
          "E-mail Address": "ana@exemplo.com.br",
          "Mobile Phone": "+55 11 98888-0001",
        }),
        rowWith(outlookCom, {
          "First Name": "João",
          "Last Name": "Araújo",
          "Other Phone": "+55 21 97777-0002",
        }),
      ])}`,
    ),
  },
  ...([",", ";"] as const).map((mark) => ({
    vendor: `Outlook CSV, pt-BR, divided by ${mark}`,
    file: "contatos.CSV",
    rows: people,
    bytes: latin1(
      csv(
        [
          outlookPt,
          rowWith(outlookPt, {
            Nome: "Ana",
            "Segundo Nome": "Conceição",
            Sobrenome: "Souza",
            Empresa: "Padaria Pão Quente",
            "Telefone Comercial": "(11) 3333-4444",
            "Telefone Celular": "(11) 98888-0001",
            Categorias: "Clientes;Feira",
            "Endereço de Email": "ana@exemplo.com.br",
          }),
          rowWith(outlookPt, {
            Nome: "João",
            Sobrenome: "Araújo",
            "Telefone Residencial": "21 97777-0002",
          }),
        ],
        mark,
        true,
      ),
    ),
  })),
  {
    vendor: "vCard 2.1, Android",
    file: "contatos.vcf",
    rows: people,
    bytes: utf8(
      [
        "BEGIN:VCARD",
        "VERSION:2.1",
        "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=53=6F=75=7A=61;=41=6E=61;=43=6F=6E=63=65=69=C3=A7=C3=\r\n=A3=6F;;",
        "FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Ana Concei=C3=A7=C3=A3o=\r\n Souza",
        "TEL;HOME:1133334444",
        "TEL;CELL:011-98888-0001".replace("011-", "11-"),
        "EMAIL;HOME:ana@exemplo.com.br",
        "END:VCARD",
        "BEGIN:VCARD",
        "VERSION:2.1",
        "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Ara=C3=BAjo;Jo=C3=A3o;;;",
        "TEL;CELL;PREF:+5521977770002",
        "END:VCARD",
        "",
      ].join("\r\n"),
    ),
  },
  {
    vendor: "vCard 2.1, an older phone, with a picture",
    file: "backup.vcf",
    rows: people.slice(0, 1),
    bytes: latin1(
      [
        "BEGIN:VCARD",
        "VERSION:2.1",
        "N;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Concei=E7=E3o Souza;Ana",
        "FN;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Ana Concei=E7=E3o Souza",
        `PHOTO;ENCODING=BASE64;JPEG:${folded(photo)}`,
        "",
        "TEL;VOICE;CELL:11988880001",
        "END:VCARD",
      ].join("\r\n"),
    ),
  },
  {
    vendor: "vCard 3.0, iPhone",
    file: "iCloud.vcf",
    rows: people,
    bytes: utf8(
      [
        "BEGIN:VCARD",
        "VERSION:3.0",
        "PRODID:-//Apple Inc.//iPhone OS 18.1//EN",
        "N:Souza;Ana;Conceição;;",
        "FN:Ana Conceição Souza",
        "ORG:Padaria Pão Quente\\, filial;",
        "item1.EMAIL;type=INTERNET;type=pref:ana@exemplo.com.br",
        "item1.X-ABLabel:_$!<Other>!$_",
        "TEL;type=HOME;type=VOICE:(11) 3333-4444",
        "TEL;type=CELL;type=VOICE;type=pref:+55 (11) 98888-0001",
        `PHOTO;ENCODING=b;TYPE=JPEG:${folded(photo)}`,
        "END:VCARD",
        "BEGIN:VCARD",
        "VERSION:3.0",
        "N:Araújo;João;;;",
        "FN:João Araújo",
        "item1.TEL:+55 21 97777-0002",
        "item1.X-ABLabel:WhatsApp",
        "END:VCARD",
      ].join("\r\n"),
    ),
  },
  {
    vendor: "vCard 3.0, Google",
    file: "contacts.vcf",
    rows: people,
    bytes: utf8(
      [
        "BEGIN:VCARD",
        "VERSION:3.0",
        "FN:Ana Conceição Souza",
        "N:Souza;Ana;Conceição;;",
        "EMAIL;TYPE=INTERNET:ana@exemplo.com.br",
        "TEL;TYPE=CELL:+55 11 98888-0001",
        "NOTE:Gosta de pão\\, bolo\\; e um texto que é tão longo que o programa o dob",
        " ra na linha seguinte",
        "CATEGORIES:Clientes,myContacts",
        "END:VCARD",
        "BEGIN:VCARD",
        "VERSION:3.0",
        "FN:João Araújo",
        "N:Araújo;João;;;",
        "TEL;TYPE=CELL:21 97777-0002",
        "END:VCARD",
      ].join("\r\n"),
    ),
  },
  {
    vendor: "vCard 3.0, WhatsApp",
    file: "contato.vcf",
    rows: people.slice(0, 1),
    bytes: utf8(
      "BEGIN:VCARD\nVERSION:3.0\nN:;Ana Conceição Souza;;;\nFN:Ana Conceição Souza\nTEL;type=CELL;waid=5511988880001:+55 11 98888-0001\nEND:VCARD\n",
    ),
  },
  {
    vendor: "vCard 4.0",
    file: "contatos.vcf",
    rows: people,
    bytes: utf8(
      [
        "BEGIN:VCARD",
        "VERSION:4.0",
        "FN:Ana Conceição Souza",
        "N:Souza;Ana;Conceição;;",
        'TEL;VALUE=uri;TYPE="voice,home":tel:+55-11-3333-4444;ext=12',
        'TEL;VALUE=uri;PREF=1;TYPE="voice,cell":tel:+55-11-98888-0001',
        "EMAIL;TYPE=home:ana@exemplo.com.br",
        `PHOTO:data:image/jpeg;base64\\,${folded(photo)}`,
        "END:VCARD",
        "BEGIN:VCARD",
        "VERSION:4.0",
        "FN;LANGUAGE=pt:João Araújo",
        "TEL:+55 21 97777-0002",
        "END:VCARD",
      ].join("\r\n"),
    ),
  },
  {
    vendor: "Apple Numbers, exported to Excel",
    file: "Clientes.xlsx",
    rows: people,
    bytes: workbook({
      "Resumo da Exportação": [
        ["Este documento foi exportado do Numbers. Cada tabela foi convertida em uma planilha."],
        [],
        ["Nome da Planilha do Numbers", "Nome da Tabela do Numbers", "Nome da Planilha do Excel"],
        ["Folha 1"],
        ["", "Tabela 1", "Folha 1 - Tabela 1"],
      ],
      "Folha 1 - Tabela 1": [["Tabela 1"], ...typedRows],
    }),
  },
  {
    vendor: "Apple Numbers, exported to CSV",
    file: "Clientes-Tabela 1.csv",
    rows: people,
    bytes: utf8(`\ufeff${csv([["Tabela 1", "", ""], ...plainRows], ";")}`),
  },
  {
    vendor: "Excel xlsx",
    file: "clientes.xlsx",
    rows: people,
    bytes: workbook({ Plan1: typedRows }),
  },
  {
    vendor: "Excel 97 xls",
    file: "clientes.xls",
    rows: people,
    bytes: workbook({ Plan1: typedRows }, "biff8"),
  },
  {
    vendor: "Excel CSV, pt-BR",
    file: "clientes.csv",
    rows: people,
    bytes: latin1(csv(plainRows, ";")),
  },
  {
    vendor: "Excel Unicode text",
    file: "clientes.txt",
    rows: people,
    bytes: utf16(csv(plainRows, "\t")),
  },
  {
    vendor: "Excel xlsx, with a title above and an empty first sheet",
    file: "cadastro.xlsx",
    rows: people,
    bytes: workbook({
      Instruções: [["Preencha a aba Clientes"]],
      Clientes: [
        ["Padaria Pão Quente", "", "Tel. (11) 3333-4444"],
        ["Cadastro de clientes 2026"],
        [],
        ...typedRows,
      ],
      "Plan 3": [["x"]],
    }),
  },
  {
    vendor: "Excel xlsx, with formulas",
    file: "clientes.xlsx",
    rows: people,
    bytes: spreadsheet([
      ["Primeiro nome", "Sobrenome", "Nome completo", "DDD", "Fone", "WhatsApp"],
      [
        "Ana",
        "Souza",
        { f: 'A2&" Conceição "&B2', v: "Ana Conceição Souza" },
        11,
        988880001,
        { f: "D2&E2", v: "11988880001" },
      ],
      [
        "João",
        "Araújo",
        { f: 'A3&" "&B3', v: "João Araújo" },
        21,
        977770002,
        { f: "VALUE(D3&E3)", v: 21977770002 },
      ],
    ]),
  },
  { vendor: "Google Sheets CSV", file: "clientes.csv", rows: people, bytes: utf8(csv(plainRows)) },
  {
    vendor: "LibreOffice CSV, without column names",
    file: "lista.csv",
    rows: people,
    bytes: utf8(csv(plainRows.slice(1), ",", true)),
  },
  {
    vendor: "Bling, contacts",
    file: "contatos.csv",
    rows: people,
    bytes: utf8(
      csv(
        [
          blingContacts,
          rowWith(blingContacts, {
            ID: "16012345678",
            Código: "12",
            Nome: "Ana Conceição Souza",
            Endereço: "Rua A",
            Número: "12",
            CEP: "01.310-100",
            Fone: "(11) 3333-4444",
            Celular: "(11) 98888-0001",
            "E-mail": "ana@exemplo.com.br",
            "CNPJ / CPF": "529.982.247-25",
            Situação: "Ativo",
          }),
          rowWith(blingContacts, {
            ID: "16012345679",
            Nome: "João Araújo",
            Número: "340",
            Fone: "(21) 97777-0002",
            "CNPJ / CPF": "111.444.777-35",
            Situação: "Ativo",
          }),
        ],
        ";",
        true,
      ),
    ),
  },
];

const bling =
  "ID;Código;Descrição;Unidade;NCM;Origem;Preço;Valor IPI fixo;Observações;Situação;Estoque;Preço de custo;Cód. no fornecedor;Fornecedor;Localização;Estoque máximo;Estoque mínimo;Peso líquido (Kg);Peso bruto (Kg);GTIN/EAN;GTIN/EAN da Embalagem;Largura do produto;Altura do Produto;Profundidade do produto;Data Validade;Descrição do Produto no Fornecedor;Descrição Complementar;Itens p/ caixa;Produto Variação;Tipo Produção;Classe de enquadramento do IPI;Código na Lista de Serviços;Tipo do item;Grupo de Tags/Tags;Tributos;Código Pai;Código Integração;Grupo de produtos;Marca;CEST;Volumes;Descrição Curta;Cross-Docking;URL Imagens Externas;Link Externo;Meses Garantia no Fornecedor;Clonar dados do pai;Condição do Produto;Frete Grátis;Número FCI;Vídeo;Departamento;Unidade de Medida;Preço de Compra;Valor base ICMS ST para retenção;Valor ICMS ST para retenção;Valor ICMS próprio do substituto;Categoria do produto;Informações Adicionais".split(
    ";",
  );
const tiny =
  "ID;Código (SKU);Descrição;Unidade;Classificação fiscal;Origem;Preço;Valor IPI fixo;Observações;Situação;Estoque;Preço de custo;Cód do Fornecedor;Fornecedor;Localização;Estoque máximo;Estoque mínimo;Peso líquido (Kg);Peso bruto (Kg);GTIN/EAN;GTIN/EAN da embalagem;Descrição complementar;Preço promocional;Marca;Categoria".split(
    ";",
  );
const products: Product[] = [
  ["Café torrado 500 g", "7891000100103", "18.90", 12],
  ["Cesta grande", "7891910000197", "1234.50", 3],
];
const blingRow = (values: Record<string, string | number>) =>
  rowWith(bling, {
    Unidade: "UN",
    Origem: 0,
    Situação: "Ativo",
    "Valor IPI fixo": "0,00",
    ...values,
  });

/** Files of products. The importer refuses the rows of a file with `missing`, for that reason. */
export const productFiles: (VendorFile<Product> & { missing?: string; withoutCost?: "selling" })[] =
  [
    {
      vendor: "Bling CSV",
      file: "produtos.csv",
      rows: products,
      bytes: utf8(
        csv(
          [
            bling,
            blingRow({
              ID: "15912345678",
              Código: "CAF500",
              Descrição: "Café torrado 500 g",
              Preço: "18,90",
              Estoque: "12,00",
              "Preço de custo": "11,2000000000",
              "GTIN/EAN": "7891000100103",
              "Descrição Curta": "<p>Torra média</p>",
              "Categoria do produto": "Mercearia",
            }),
            blingRow({
              ID: "15912345679",
              Código: "CES1",
              Descrição: "Cesta grande",
              Preço: "1.234,50",
              Estoque: "3,00",
              "Preço de custo": "900,00",
              "GTIN/EAN": "7891910000197",
            }),
          ],
          ";",
          true,
        ),
      ),
    },
    {
      vendor: "Bling xls",
      file: "produtos.xls",
      rows: products,
      bytes: workbook(
        {
          Worksheet: [
            bling,
            blingRow({
              Código: "CAF500",
              Descrição: "Café torrado 500 g",
              Preço: 18.9,
              Estoque: 12,
              "Preço de custo": 11.2,
              "GTIN/EAN": "7891000100103",
            }),
            blingRow({
              Código: "CES1",
              Descrição: "Cesta grande",
              Preço: 1234.5,
              Estoque: 3,
              "Preço de custo": 900,
              "GTIN/EAN": "7891910000197",
            }),
          ],
        },
        "biff8",
      ),
    },
    {
      vendor: "Tiny CSV",
      file: "produtos.csv",
      rows: products,
      bytes: latin1(
        csv(
          [
            tiny,
            rowWith(tiny, {
              "Código (SKU)": "CAF500",
              Descrição: "Café torrado 500 g",
              Preço: "18,90",
              "Preço promocional": "0,00",
              Estoque: "12,00",
              "Preço de custo": "11,20",
              "GTIN/EAN": "7891000100103",
              Situação: "Ativo",
            }),
            rowWith(tiny, {
              "Código (SKU)": "CES1",
              Descrição: "Cesta grande",
              Preço: "1234,50",
              Estoque: "3,00",
              "Preço de custo": "900,00",
              "GTIN/EAN": "7891910000197",
              Situação: "Ativo",
            }),
          ],
          ";",
          true,
        ),
      ),
    },
    {
      vendor: "Tiny xlsx",
      file: "produtos.xlsx",
      rows: products,
      bytes: workbook({
        Produtos: [
          tiny,
          rowWith(tiny, {
            "Código (SKU)": "CAF500",
            Descrição: "Café torrado 500 g",
            Preço: 18.9,
            Estoque: 12,
            "Preço de custo": 11.2,
            "GTIN/EAN": 7891000100103,
            Situação: "Ativo",
          }),
          rowWith(tiny, {
            "Código (SKU)": "CES1",
            Descrição: "Cesta grande",
            Preço: 1234.5,
            Estoque: 3,
            "Preço de custo": 900,
            "GTIN/EAN": 7891910000197,
            Situação: "Ativo",
          }),
        ],
      }),
    },
    {
      vendor: "a plain list of products and prices",
      file: "precos.csv",
      withoutCost: "selling",
      rows: [
        ["Café torrado 500 g", "", "18.90", 0],
        ["Cesta grande", "", "1000.00", 0],
      ],
      bytes: utf8("Produto;Preço\r\nCafé torrado 500 g;18,90\r\nCesta grande;1.000\r\n"),
    },
    {
      vendor: "a plain list of products and prices, without an answer about costs",
      file: "precos.csv",
      missing: "noCost",
      rows: [],
      bytes: utf8("Produto;Preço\r\nCafé torrado 500 g;18,90\r\n"),
    },
    {
      vendor: "a list of EANs and amounts",
      file: "inventario.csv",
      missing: "noPrice",
      rows: [],
      bytes: utf8("EAN;Descrição;Quantidade\r\n7891000100103;Café torrado 500 g;12\r\n"),
    },
    {
      vendor: "a list of EANs in Excel, which ate a zero",
      file: "eans.xlsx",
      rows: [["Chocolate", "70847009511", "7.50", 0]],
      bytes: workbook({
        Plan1: [
          ["EAN", "Produto", "Custo", "Venda"],
          [70847009511, "Chocolate", 4.25, 7.5],
        ],
      }),
    },
    {
      vendor: "Excel xlsx, with a title above and numbers of three decimals",
      file: "tabela.xlsx",
      rows: [
        ["Pão francês", "", "2.13", 100],
        ["Queijo", "", "0.35", 1000],
      ],
      bytes: workbook({
        Tabela: [
          ["Tabela de preços, novembro"],
          [],
          ["Produto", "Preço de custo", "Preço de venda", "Estoque"],
          ["Pão francês", 1.125, 2.125, 100],
          ["Queijo", 0.2, "0.350", "1.000"],
        ],
      }),
    },
    {
      vendor: "Loyverse CSV",
      file: "items.csv",
      rows: [["Café torrado 500 g", "7891000100103", "18.90", 12]],
      bytes: utf8(
        csv([
          [
            "Handle",
            "SKU",
            "Name",
            "Category",
            "Description",
            "Cost",
            "Barcode",
            "Price [Loja]",
            "In stock [Loja]",
          ],
          [
            "cafe",
            "10001",
            "Café torrado 500 g",
            "Mercearia",
            "",
            "11.20",
            "7891000100103",
            "18.90",
            12,
          ],
        ]).replace("In stock [Loja]", "Stock"),
      ),
    },
    {
      vendor: "Excel CSV, pt-BR",
      file: "produtos.csv",
      rows: products,
      bytes: latin1(
        csv(
          [
            ["Cód.", "Cód. Barras", "Mercadoria", "Grupo", "Qtde", "Vlr Custo", "Vlr Venda"],
            ["1", "7891000100103", "Café torrado 500 g", "Mercearia", "12", "R$ 11,20", "R$ 18,90"],
            ["2", "7891910000197", "Cesta grande", "Cestas", "3", "R$ 900,00", "R$ 1.234,50"],
          ],
          ";",
        ),
      ),
    },
    {
      vendor: "Apple Numbers, exported to Excel",
      file: "Tabela.xlsx",
      rows: products,
      bytes: workbook({
        "Resumo da Exportação": [["Este documento foi exportado do Numbers."]],
        "Preços - Tabela 1": [
          ["Tabela 1"],
          ["Produto", "Código de barras", "Custo", "Preço", "Estoque"],
          ["Café torrado 500 g", "7891000100103", 11.2, 18.9, 12],
          ["Cesta grande", "7891910000197", 900, 1234.5, 3],
        ],
      }),
    },
  ];
