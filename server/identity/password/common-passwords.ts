const lengthMin = 6;
let loading: Promise<ReadonlySet<string>> | undefined;

/**
 * The 42,692 most used passwords out of public leaks that our length rule would let through, in lower case. Loaded when
 * the first person chooses a password: 30 ms and 9 MB that a start need not wait for.
 */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= load();
  return loading;
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].filter((password) => password.length >= lengthMin));
}
