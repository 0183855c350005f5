// The product with its web app rendered from source.
process.env.DEVELOP = "1";
await import("./start.mjs");
