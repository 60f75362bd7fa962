module example.org/uidclient

go 1.21
