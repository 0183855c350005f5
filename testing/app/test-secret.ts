/** Signs the tokens of the tests. */
export const testSecret = "a secret that only the tests know, 32+";
