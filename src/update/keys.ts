/**
 * The public keys whose releases this executable takes: the one in use, and one to go on with
 * should that be lost. Their other halves are kept off every network.
 */
export const releaseKeys = [
  "RWTqPZLP2FaViO6I7UBpPs2fsCPs8VzKnUHEhkuit0Ms0381baIW4qEf",
  "RWTggkj5ZAwgVSuQWrHoAR4LOok9SUcNhSW92KlSO+cEn2zeWh64b8io",
];
