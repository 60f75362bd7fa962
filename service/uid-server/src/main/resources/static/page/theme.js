// Loaded before the first paint, so that a chosen theme does not flash. Without a choice the system's is used.
document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "";
