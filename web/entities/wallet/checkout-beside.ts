import { createContext, use } from "react";

const Place = createContext(false);

/** Around what lies on a stage: while a show runs on it, the checkout that is opened there leaves it in sight. */
export const CheckoutBeside = Place.Provider;

/** Is the checkout to stand beside the stage? */
export const useCheckoutBeside = () => use(Place);
