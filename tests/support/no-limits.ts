// Imported before the application, which reads it once: a test that sends thousands of requests is
// after what they do and not after how many there may be.
process.env.RATE_LIMIT_FACTOR = "100000";
