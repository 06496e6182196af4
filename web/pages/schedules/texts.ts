import { addTexts } from "../../kit/translations.ts";
import "../../parts/schedules/texts.ts";
import texts from "./texts.json";

addTexts(texts);
