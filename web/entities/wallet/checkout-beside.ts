import { createContext, use } from "react";

const Beside = createContext(false);

/** Around what lies on a stage: while a show runs on it, the checkout that is opened there leaves it in sight. */
export const CheckoutBeside = Beside.Provider;

/** Is the checkout to stand beside the stage? */
export const useCheckoutBeside = () => use(Beside);
