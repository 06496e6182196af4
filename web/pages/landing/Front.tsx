import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { Redirect } from "wouter";
import { publicBox, readPublicBox } from "../../session/public-box.ts";
import { Landing } from "./Landing.tsx";

/** Visitors see the public page at the box's own address, or the sign-in. rules.md#public-pages */
export function Front() {
  useSignals();
  useEffect(() => void readPublicBox(), []);
  const open = publicBox.value;
  if (!open) return null;
  return open.landing ? <Landing signUp={open.signUp} /> : <Redirect to="/login" replace />;
}
