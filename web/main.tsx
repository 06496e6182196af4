import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App, preloadSignedIn } from "./app.tsx";
import { startText } from "./kit/text.ts";
import { restore } from "./session/session.ts";

void restore();
// Beside the question who is signed in.
if (localStorage.getItem("token")) begin();
else addEventListener("input", begin, { once: true });
await startText();

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

function begin() {
  // SignedIn reports a failed load when it renders.
  preloadSignedIn().catch(() => undefined);
}
