import { addTexts } from "../../kit/translations.ts";
import texts from "./texts.json";

addTexts(texts);
