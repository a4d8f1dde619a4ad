// Imported before the configuration is read: this market needs two sources.
process.env.MARKET_MIN_SOURCES = "2";
