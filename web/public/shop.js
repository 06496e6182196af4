// Brings the shop's page to life: the sum while one chooses, and only the fields that count.
const form = document.querySelector("form[data-cart]");
const total = form?.querySelector("[data-total]");
const money = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });

/** The price of one, with its options: the dearest that replaces it, and all that are added. */
function priceOf(product) {
  const chosen = [...product.querySelectorAll("input[data-price]:checked")].map(({ dataset }) => ({
    price: Number(dataset.price),
    replaces: dataset.mode === "replace",
  }));
  const replacing = chosen.filter(({ replaces }) => replaces).map(({ price }) => price);
  const base = replacing.length > 0 ? Math.max(...replacing) : Number(product.dataset.price);
  return chosen.filter(({ replaces }) => !replaces).reduce((sum, { price }) => sum + price, base);
}

function update() {
  let sum = 0;
  for (const product of form.querySelectorAll(".product")) {
    const field = product.querySelector(".amount");
    const amount = Number(field?.value) || 0;
    product.classList.toggle("chosen", amount > 0);
    if (amount > 0) {
      const needed = product.querySelector("details.needed");
      if (needed && !product.dataset.seen) needed.open = true;
      product.dataset.seen = "yes";
      sum += Math.round(priceOf(product) * amount * 100) / 100;
    }
  }
  total.hidden = sum === 0;
  total.querySelector("strong").textContent = money.format(sum);
  const brings = form.querySelector('[name="typeRoute"]:checked')?.value === "ENTREGA";
  const address = form.querySelector(".address");
  address.hidden = !brings;
  address.querySelector('[name="zipCode"]').required = brings;
}

/** Plus and minus beside an amount. */
function addSteps(field) {
  const step = Number(field.dataset.step);
  const button = (sign, by) => {
    const own = document.createElement("button");
    own.type = "button";
    own.textContent = sign;
    own.setAttribute("aria-label", `${sign} ${field.getAttribute("aria-label")}`);
    own.addEventListener("click", () => {
      const next = Math.max(0, Math.round(((Number(field.value) || 0) + by) * 1000) / 1000);
      field.value = next === 0 ? "" : String(next);
      update();
    });
    return own;
  };
  const steps = document.createElement("div");
  steps.className = "steps";
  field.replaceWith(steps);
  steps.append(button("−", -step), field, button("+", step));
}

if (form) {
  form.classList.add("live");
  form.querySelectorAll(".amount").forEach(addSteps);
  form.addEventListener("input", update);
  update();
}
