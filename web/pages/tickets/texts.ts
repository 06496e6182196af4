import { addStartTexts } from "../../kit/translations.ts";
import ptBR from "./texts/ptBR.json";

addStartTexts({ ptBR, en: () => import("./texts/en.json"), es: () => import("./texts/es.json") });
