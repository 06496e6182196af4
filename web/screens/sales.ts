import {
  Bike,
  ClipboardList,
  Columns3,
  CreditCard,
  Milestone,
  Newspaper,
  Package,
  PackagePlus,
  Percent,
  Shapes,
  SlidersHorizontal,
  Store,
  TicketPercent,
  Wallet,
} from "lucide-react";
import type { Screen } from "../screen.ts";

/** The screens of orders and of the catalogue. */
export const sales: Screen[] = [
  {
    path: "/kanbanOrders",
    load: async () => (await import("../pages/order-board/OrderBoard.tsx")).OrderBoard,
    permission: "orders.read",
    plan: "useSales",
    home: true,
    menu: {
      group: "sales",
      icon: Columns3,
      label: { ptBR: "Quadro de pedidos", en: "Order board", es: "Tablero de pedidos" },
      short: { ptBR: "Quadro", en: "Board", es: "Tablero" },
    },
  },
  {
    path: "/orders",
    load: async () => (await import("../pages/orders/Orders.tsx")).Orders,
    permission: "orders.read",
    plan: "useSales",
    menu: {
      group: "sales",
      icon: ClipboardList,
      label: { ptBR: "Pedidos", en: "Orders", es: "Pedidos" },
    },
  },
  {
    path: "/orders/:orderId",
    load: async () => (await import("../pages/orders/OrderPage.tsx")).OrderPage,
    permission: "orders.read",
    plan: "useSales",
  },
  {
    path: "/tills",
    load: async () => (await import("../pages/tills/Tills.tsx")).Tills,
    permission: "tills.read",
    plan: "useSales",
    menu: {
      group: "sales",
      icon: Wallet,
      label: { ptBR: "Caixa", en: "Till", es: "Caja" },
    },
  },
  {
    path: "/tills/:tillId",
    load: async () => (await import("../pages/tills/TillPage.tsx")).TillPage,
    permission: "tills.read",
    plan: "useSales",
  },
  {
    path: "/products",
    load: async () => (await import("../pages/products/Products.tsx")).Products,
    permission: "products.read",
    plan: "useSales",
    menu: {
      group: "sales",
      icon: Package,
      label: { ptBR: "Produtos", en: "Products", es: "Productos" },
    },
  },
  {
    path: "/purchases",
    load: async () => (await import("../pages/purchases/Purchases.tsx")).Purchases,
    permission: "productStores.write",
    plan: "useSales",
    menu: {
      group: "catalogue",
      icon: PackagePlus,
      label: { ptBR: "Entradas", en: "Purchases", es: "Entradas" },
    },
  },
  {
    path: "/purchases/:purchaseId",
    load: async () => (await import("../pages/purchases/PurchasePage.tsx")).PurchasePage,
    permission: "productStores.write",
    plan: "useSales",
  },
  {
    path: "/promotions",
    load: async () => (await import("../pages/promotions/Promotions.tsx")).Promotions,
    permission: "promotions.read",
    plan: "useSales",
    menu: {
      group: "catalogue",
      icon: Newspaper,
      label: { ptBR: "Promoções", en: "Promotions", es: "Promociones" },
    },
  },
  {
    path: "/coupons",
    load: async () => (await import("../pages/coupons/Coupons.tsx")).Coupons,
    permission: "coupons.read",
    plan: "useSales",
    menu: {
      group: "catalogue",
      icon: TicketPercent,
      label: { ptBR: "Cupons", en: "Coupons", es: "Cupones" },
    },
  },
  {
    path: "/option-groups",
    load: async () => (await import("../pages/option-groups/OptionGroups.tsx")).OptionGroups,
    permission: "products.read",
    plan: "useSales",
    menu: {
      group: "catalogue",
      icon: SlidersHorizontal,
      label: { ptBR: "Opções", en: "Options", es: "Opciones" },
    },
  },
  {
    path: "/categories",
    load: async () => (await import("../pages/categories/Categories.tsx")).Categories,
    permission: "categories.read",
    plan: "useSales",
    menu: {
      group: "catalogue",
      icon: Shapes,
      label: { ptBR: "Categorias", en: "Categories", es: "Categorías" },
    },
  },
  {
    path: "/stores",
    load: async () => (await import("../pages/stores/Stores.tsx")).Stores,
    permission: "stores.read",
    plan: "useSales",
    menu: {
      group: "catalogue",
      icon: Store,
      label: { ptBR: "Lojas", en: "Stores", es: "Tiendas" },
    },
  },
  {
    path: "/couriers",
    load: async () => (await import("../pages/couriers/Couriers.tsx")).Couriers,
    permission: "couriers.read",
    plan: "useSales",
    menu: {
      group: "catalogue",
      icon: Bike,
      label: { ptBR: "Entregadores", en: "Couriers", es: "Repartidores" },
    },
  },
  {
    path: "/payments",
    load: async () => (await import("../pages/payments/Payments.tsx")).Payments,
    permission: "payments.read",
    plan: "useSales",
    menu: {
      group: "catalogue",
      icon: CreditCard,
      label: { ptBR: "Formas de pagamento", en: "Payment methods", es: "Formas de pago" },
      short: { ptBR: "Pagamento", en: "Payment", es: "Pago" },
    },
  },
  {
    path: "/groupRangeDiscounts",
    load: async () =>
      (await import("../pages/group-range-discounts/GroupRangeDiscounts.tsx")).GroupRangeDiscounts,
    permission: "groupRangeDiscounts.read",
    plan: "useSales",
    menu: {
      group: "catalogue",
      icon: Percent,
      label: { ptBR: "Faixas de desconto", en: "Discount ranges", es: "Rangos de descuento" },
      short: { ptBR: "Descontos", en: "Discounts", es: "Descuentos" },
    },
  },
  {
    path: "/orderStatus",
    load: async () => (await import("../pages/order-status/OrderStatus.tsx")).OrderStatus,
    permission: "orderStatus.read",
    plan: "useSales",
    menu: {
      group: "catalogue",
      icon: Milestone,
      label: { ptBR: "Status de pedidos", en: "Order statuses", es: "Estados de pedidos" },
      short: { ptBR: "Status", en: "Statuses", es: "Estados" },
    },
  },
];
