import {
  addressToReview,
  checksumAddress,
  differences,
  isPair,
  isValidAddress,
  shownWallet,
  transactionKeyOf,
} from "./rules";

describe("Ethereum-like addresses", () => {
  // Vectors of EIP-55.
  const vectors = [
    "0x52908400098527886E0F7030069857D2E4169EE7",
    "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
    "0xde709f2102306220921060314715629080e2fb77",
    "0x27b1fdb04752bbc536007a920d24acb045561c26",
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
    "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
    "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
  ];

  it.each(vectors)("takes %s on both networks", (address) => {
    expect(isValidAddress("ERC20", address)).toBe(true);
    expect(isValidAddress("BEP20", address)).toBe(true);
    expect(checksumAddress(address.toLowerCase())).toBe(address);
  });

  it("takes an address without a checksum", () => {
    expect(isValidAddress("ERC20", "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed")).toBe(true);
  });

  it.each([
    ["a letter of the wrong case", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD"],
    ["a swapped digit", "0x5aAeb6053F3E94C9b9A09f33669435E7Fe1BeAed"],
    ["a digit too few", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe"],
    ["no 0x", "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
    ["a letter that is no digit", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg"],
  ])("refuses %s", (_, address) => {
    expect(isValidAddress("ERC20", address)).toBe(false);
  });
});

describe("TRON addresses", () => {
  it.each(["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb"])(
    "takes %s",
    (address) => expect(isValidAddress("TRC20", address)).toBe(true),
  );

  it.each([
    ["a changed letter", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T"],
    ["a Bitcoin address", "1BitcoinEaterAddressDontSendf59kuE"],
    ["an Ethereum address", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
    ["nothing", ""],
  ])("refuses %s", (_, address) => expect(isValidAddress("TRC20", address)).toBe(false));
});

describe("Bitcoin addresses", () => {
  // P2PKH, P2SH, then vectors of BIP 173 and BIP 350.
  it.each([
    "1BitcoinEaterAddressDontSendf59kuE",
    "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
    "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3",
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
  ])("takes %s", (address) => expect(isValidAddress("BTC", address)).toBe(true));

  it.each([
    ["a changed letter", "1BitcoinEaterAddressDontSendf59kuF"],
    ["a test net address", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"],
    ["a test net address of the old kind", "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn"],
    [
      "version 1 with the checksum of version 0",
      "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd",
    ],
    [
      "version 0 with the checksum of version 1",
      "bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq54u9ym",
    ],
    ["mixed case", "bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
    ["a program of a wrong length", "bc1rw5uspcuh"],
    ["a TRON address", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],
  ])("refuses %s", (_, address) => expect(isValidAddress("BTC", address)).toBe(false));
});

describe("pairs", () => {
  it("knows which coin travels where", () => {
    expect(isPair("USDT", "TRC20")).toBe(true);
    expect(isPair("USDC", "TRC20")).toBe(false);
    expect(isPair("BTC", "ERC20")).toBe(false);
  });
});

describe("what users are shown", () => {
  const wallet = (id: string, address: string, isActive = true) => ({
    id,
    address,
    isActive,
    currency: "USDT",
    network: "TRC20",
  });
  const [first, second, off] = [wallet("1", "A"), wallet("2", "B"), wallet("0", "C", false)];
  const list = [second, first, off, { ...wallet("3", "D"), currency: "USDC" }];

  it("is the oldest wallet that is switched on", () => {
    expect(shownWallet(list, first)).toBe(first);
    expect(shownWallet([off], off)).toBeUndefined();
  });

  it.each([
    ["another address of a shown wallet", { ...first, address: "Z" }, { before: "A", after: "Z" }],
    ["another address of a reserve", { ...second, address: "Z" }, { before: "B", after: "Z" }],
    ["a shown wallet switched off", { ...first, isActive: false }, { before: "A", after: "B" }],
    ["an older one switched on", { ...off, isActive: true }, { before: "A", after: "C" }],
    [
      "the first of a pair",
      { ...wallet("~", "Z"), network: "ERC20" },
      { before: null, after: "Z" },
    ],
    ["a new reserve", wallet("~", "Z"), null],
    ["a reserve switched off", { ...second, isActive: false }, null],
  ])("has to be looked at: %s", (_, next, review) => {
    expect(addressToReview(list, next)).toEqual(review);
  });

  it("needs no look when the last one is switched off", () => {
    expect(addressToReview([first], { ...first, isActive: false })).toBeNull();
  });
});

it("marks the characters that differ, place by place", () => {
  expect(differences("abXdeYY", "abcde")).toEqual([
    { start: 0, text: "ab", differs: false },
    { start: 2, text: "X", differs: true },
    { start: 3, text: "de", differs: false },
    { start: 5, text: "YY", differs: true },
  ]);
  expect(differences("same", "same")).toEqual([{ start: 0, text: "same", differs: false }]);
});

it("takes a transaction hash for the same in either case, with or without 0x", () => {
  const digits = "ab".repeat(32);
  for (const text of [digits, `0x${digits}`, `0X${digits.toUpperCase()}`]) {
    expect(transactionKeyOf(text)).toBe(digits);
  }
  expect(transactionKeyOf("My-Hash")).toBe("my-hash");
  expect(transactionKeyOf(`${digits}0x`)).toBe(`${digits}0x`);
});
